"""Runs of training as a page: `eights watch`.

docs/watch.md describes what the page shows. The modules, each importing only those before it:
`told` (what the page is told of runs), `page` (the page, and all of it in one file), `app` (routes;
needs the extra `web`).
"""
