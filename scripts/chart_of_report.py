#!/usr/bin/env python3
"""Takes one chart out of a page of `mctslab report`, as an SVG file that needs nothing else.

    scripts/chart_of_report.py PAGE.html NUMBER OUT.svg

NUMBER counts the wide charts of the page from 0. The colours follow the reader's light or dark scheme, as on the page.
"""

import re
import sys

# The rules of the page's style sheet that charts use.
USED = re.compile(r"^(svg|\.(axis|rule|even|curve|whisker|area|solid|k\d)\b)")


def rules(style):
    """The colours of both schemes and the rules for charts."""
    colours = re.findall(r":root \{.*?\}", style, re.S)
    lines = [line for line in style.splitlines() if USED.match(line) and not line.startswith("svg {")]
    light = colours[0].replace("color-scheme: light dark;", "").replace(":root", "svg")
    dark = "@media (prefers-color-scheme: dark) { " + colours[1].replace(":root", "svg") + " }"
    return "\n".join([light, dark, *lines])


def main():
    page, number, out = sys.argv[1:]
    text = open(page, encoding="utf-8").read()
    style = re.search(r"<style>\n(.*?)</style>", text, re.S).group(1)
    charts = re.findall(r'<svg[^>]*class="broad".*?</svg>', text, re.S)
    chart = charts[int(number)]
    head, body = chart.split(">", 1)
    paper = '<rect width="100%" height="100%" style="fill: var(--paper)"/>'
    with open(out, "w", encoding="utf-8") as file:
        file.write(f"{head}>\n<style>\n{rules(style)}\n</style>\n{paper}{body}\n")


main()
