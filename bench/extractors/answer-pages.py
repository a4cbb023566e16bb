"""Answers pages, one JSON line each, with one extractor; the first line tells its version.

Each answer has the text or Markdown, metadata, the processor time of the extractor's own call, the processor time of the
whole process so far, and the largest resident memory.
"""

import importlib.metadata
import json
import resource
import sys
import time

out = sys.stdout
# What libraries print must not mix with the answers.
sys.stdout = sys.stderr


def trafilatura():
    import trafilatura as library

    def run(html, url):
        return library.extract(
            html,
            url=url,
            output_format="markdown",
            include_tables=True,
            include_links=True,
            include_images=True,
            include_formatting=True,
            include_comments=False,
        )

    def describe(markdown, html, url):
        meta = library.extract_metadata(html, default_url=url)
        # Without addresses, which would count as words.
        text = library.extract(html, url=url, include_comments=False)
        return {
            "text": text or "",
            "markdown": markdown or "",
            "title": meta.title,
            "author": meta.author,
            "date": meta.date,
            "siteName": meta.sitename,
            "description": meta.description,
            "language": meta.language,
        }

    return run, describe


def rs_trafilatura():
    import rs_trafilatura as library

    def run(html, url):
        return library.extract(html, url=url, include_links=True, include_images=True, output_markdown=True)

    def describe(found, html, url):
        text = library.extract(html, url=url).main_content
        return {
            "text": text or "",
            "markdown": found.content_markdown or found.main_content or "",
            "title": found.title,
            "author": found.author,
            "date": found.date,
            "siteName": getattr(found, "sitename", None),
            "description": found.description,
            "language": getattr(found, "language", None),
        }

    return run, describe


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.lang import detect_fast

    def run(html, url):
        return extract_plain_text(html, main_content=True, alt_texts=False)

    return run, lambda text, html, url: {"text": text, "language": detect_fast(text)[0]}


def justext():
    import justext as library

    # All lists of stop words together, for pages of any language.
    words = frozenset().union(*map(library.get_stoplist, library.get_stoplists()))

    def run(html, url):
        paragraphs = library.justext(html.encode(), words, encoding="utf-8")
        return "\n".join(each.text for each in paragraphs if not each.is_boilerplate)

    return run, lambda text, html, url: {"text": text}


def readability_lxml():
    from readability import Document

    def run(html, url):
        page = Document(html, url=url)
        return page.summary(), page.title()

    return run, lambda found, html, url: {"html": found[0], "title": found[1]}


def boilerpy3():
    from boilerpy3 import extractors

    extractor = extractors.ArticleExtractor(raise_on_failure=False)
    return (
        lambda html, url: extractor.get_doc(html),
        lambda found, html, url: {"text": found.content, "title": found.title},
    )


def newspaper4k():
    import newspaper

    def run(html, url):
        article = newspaper.Article(url or "https://example.org/", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        return article

    def describe(found, html, url):
        return {
            "text": found.text,
            "title": found.title,
            "author": list(found.authors),
            "date": found.publish_date and str(found.publish_date)[:10],
            "siteName": found.meta_site_name,
            "description": found.meta_description,
            "language": found.meta_lang,
        }

    return run, describe


def goose3():
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})

    def describe(found, html, url):
        return {
            "text": found.cleaned_text,
            "title": found.title,
            "author": list(found.authors),
            "date": found.publish_date and str(found.publish_date)[:10],
            "siteName": (found.opengraph or {}).get("site_name"),
            "description": found.meta_description,
            "language": found.meta_lang,
        }

    return lambda html, url: goose.extract(raw_html=html), describe


def htmldate():
    from htmldate import find_date

    return lambda html, url: find_date(html, url=url, original_date=True), lambda date, html, url: {"text": "", "date": date}


PEERS = {
    "trafilatura": trafilatura,
    "rs-trafilatura": rs_trafilatura,
    "resiliparse": resiliparse,
    "justext": justext,
    "readability-lxml": readability_lxml,
    "boilerpy3": boilerpy3,
    "newspaper4k": newspaper4k,
    "goose3": goose3,
    "htmldate": htmldate,
}


def main(name):
    run, describe = PEERS[name]()
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        version = None
    print(json.dumps({"version": version}), file=out, flush=True)
    for line in sys.stdin:
        page = json.loads(line)
        html, url = page["html"], page["url"]
        try:
            began = time.process_time()
            found = run(html, url)
            spent = time.process_time() - began
            usage = resource.getrusage(resource.RUSAGE_SELF)
            reply = {
                **describe(found, html, url),
                "cpuMs": spent * 1000,
                "totalCpuMs": time.process_time() * 1000,
                "maxRss": usage.ru_maxrss * 1024,
            }
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), file=out, flush=True)


main(sys.argv[1])
