"""The program that NeMo Gym starts."""

from eights.nemo_gym import EightsServer

if __name__ == "__main__":
    EightsServer.run_webserver()
