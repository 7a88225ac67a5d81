#!/usr/bin/env python3
"""The guides (docs/guide-NAME[.LANGUAGE].md) as PDFs on A4, to be printed and laid on a table.

Usage: print-guides.py DOCS OUTPUT [NAME…]

OUTPUT is made if it is missing; without names every guide is printed. Of the dealer's guide each
game has one page, as its heading promises: a game that does not fit on one is an error (status 1).
What a guide shows of code, tables and pictures is printed as a browser shows it. Wants Debian's
packages python3-markdown and weasyprint (`./sabot packages print`).
"""
import pathlib
import sys

import markdown
import weasyprint

STYLE = """
@page { size: A4; margin: 16mm 15mm 18mm;
        @bottom-right { content: counter(page) " / " counter(pages);
                        font: 8pt Inter, sans-serif; color: #555 } }
body { font: 9.5pt/1.4 Inter, "DejaVu Sans", sans-serif; color: #111 }
h1 { font-size: 17pt; margin: 0 0 4mm } h2 { font-size: 13.5pt; margin: 6mm 0 3mm }
h1, h2, h3 { break-after: avoid } pre, table, img { break-inside: avoid }
p + pre { break-before: avoid }
code { font: 8.5pt "DejaVu Sans Mono", monospace }
pre { background: #f2f2f2; padding: 2mm 3mm; white-space: pre-wrap }
table { border-collapse: collapse; width: 100%; margin: 3mm 0 }
th, td { border: 0.3mm solid #999; padding: 1.2mm 2mm; text-align: left; vertical-align: top }
th { background: #eee }
img { max-width: 100%; max-height: 62mm; display: block; margin: 3mm auto }
a { color: inherit; text-decoration: none }
"""
# The first game begins on the first page that is its own: who lays it on the table has no preface.
ONE_PAGE_A_GAME = "h2 { break-before: page }"


def guide_names(docs):
    return sorted(path.name[len("guide-"):-len(".md")] for path in docs.glob("guide-*.md"))


def render(docs, name):
    """The laid-out document, and how many games it has: 0 where a page is not a game's."""
    text = (docs / f"guide-{name}.md").read_text(encoding="utf-8")
    body = markdown.markdown(text, extensions=["tables", "sane_lists"])
    is_dealer = name.partition(".")[0] == "dealer"
    language = name.partition(".")[2] or "en"
    html = f'<!DOCTYPE html><html lang="{language}"><title>{name}</title><body>{body}</body></html>'
    styles = [weasyprint.CSS(string=STYLE)]
    if is_dealer:
        styles.append(weasyprint.CSS(string=ONE_PAGE_A_GAME))
    document = weasyprint.HTML(string=html, base_url=str(docs) + "/").render(stylesheets=styles)
    return document, text.count("\n## ") if is_dealer else 0


def main(arguments):
    if len(arguments) < 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    docs, output = pathlib.Path(arguments[1]).resolve(), pathlib.Path(arguments[2])
    known = guide_names(docs)
    unknown = [name for name in arguments[3:] if name not in known]
    if unknown or not known:
        print(f"there is no guide {', '.join(unknown) or 'in ' + str(docs)}; "
              f"known: {', '.join(known)}", file=sys.stderr)
        return 2
    output.mkdir(parents=True, exist_ok=True)
    status = 0
    for name in arguments[3:] or known:
        document, n_games = render(docs, name)
        n_pages = len(document.pages)
        document.write_pdf(str(output / f"guide-{name}.pdf"))
        print(f"guide-{name}.pdf: {n_pages} pages")
        if n_games and n_pages != n_games + 1:
            print(f"guide-{name}.md: {n_games} games need {n_pages - 1} pages", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv))
