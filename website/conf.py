"""Settings of the documentation site, whose sources tools/site_source.py lays out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from myst_nb.sphinx_ import NbMetadataCollector
from sphinx.errors import ExtensionError

import docstrings
import eights
import home

docstrings.read_stub()

project = "eights"
author = "The eights authors"
release = version = eights.__version__
html_title = "eights"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["files/**"]  # to be downloaded
suppress_warnings = [
    "misc.highlighting_failure",  # Pygments does not know all of TOML, such as quotes in """
    "myst.header",  # generated pages begin with notes above the title
]

# ---- Pages and notebooks ------------------------------------------------------------------------

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4  # `trainers.md#ray`, as on the pages of a repository
nb_execution_mode = "force"
nb_execution_in_temp = True  # as after a download of the notebooks alone
nb_execution_excludepatterns = ["notebooks/*-torch.ipynb"]  # PyTorch has an environment of its own
nb_execution_timeout = 120
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_merge_streams = True
nb_render_markdown_format = "gfm"
highlight_language = "none"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# ---- Reference ----------------------------------------------------------------------------------

default_role = "py:obj"  # docstrings write `Game.position`
add_module_names = False
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
autodoc_mock_imports = [  # what the site is built without, such as trainers
    "inspect_ai",
    "kaggle_environments",
    "mcp",
    "aiohttp",
    "fastapi",
    "minari",
    "nemo_gym",
    "openenv",
    "pufferlib",
    "pyspiel",
    "ray",
    "resources_servers",
    "rlcard",
    "stable_baselines3",
    "tensordict",
    "textarena",
    "torch",
    "torchrl",
    "verifiers",
]
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
napoleon_use_rtype = False

# ---- Appearance ---------------------------------------------------------------------------------

html_theme = "pydata_sphinx_theme"
html_static_path = ["_static"]
html_css_files = ["eights.css"]
html_favicon = html_logo = "_static/logo.svg"
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_sidebars: dict[str, list[str]] = {"index": [], "search": []}
html_context = {"default_mode": "auto"}
html_theme_options: dict[str, Any] = {
    "logo": {"text": "eights", "alt_text": "eights, home"},
    "navbar_align": "left",
    "navigation_with_keys": False,
    "show_nav_level": 1,
    "show_toc_level": 2,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": [],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
if home.facts().home:
    html_baseurl = home.facts().site
    html_theme_options["github_url"] = home.facts().home


def check_times(app: Any, failed: Exception | None) -> None:
    """Fails if a notebook took too long in all; `nb_execution_timeout` limits a single cell."""
    if failed is not None:
        return
    for page in sorted(app.env.found_docs):
        ran = NbMetadataCollector.get_exec_data(app.env, page)
        seconds = 0.0 if ran is None else ran["runtime"] or 0.0
        if seconds > nb_execution_timeout:
            raise ExtensionError(f"{page} ran for {seconds:.0f} s: {nb_execution_timeout} at most")


def setup(app: Any) -> None:
    """Connects the hooks to Sphinx."""
    app.connect("autodoc-process-docstring", docstrings.tables)
    app.connect("build-finished", check_times)
