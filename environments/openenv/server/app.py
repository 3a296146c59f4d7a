"""The application that `openenv.yaml` and the Dockerfile name."""

import argparse

import uvicorn

import eights.openenv

app = eights.openenv.app()


def main() -> None:
    """Serves it, on this machine only unless told otherwise."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    told = parser.parse_args()
    uvicorn.run(app, host=told.host, port=told.port)


if __name__ == "__main__":
    main()
