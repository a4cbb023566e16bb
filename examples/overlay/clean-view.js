/** All that the cleaned page may be made of; of other elements only what is in them. */
const tags = new Set(
  (
    "a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins " +
    "kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead time tr u ul var"
  ).split(" "),
);
const attributes = new Set("colspan dir lang open reversed rowspan scope start title".split(" "));

/** Widest that a picture is drawn, in pixels. */
const mostWidth = 1200;

/**
 * The content of a page as elements that do nothing: built anew from a few kinds of elements and attributes, without
 * scripts, frames, forms or styles, and without a request: pictures are drawn from those that the page has loaded.
 */
export function cleanView(document, { title, author, date, language, html, text }) {
  const article = document.createElement("article");
  article.lang = language ?? "";
  article.dir = "auto";
  const content = contentOf(document, html, text);
  article.append(content);
  let heading = content.querySelector("h1");
  if (heading === null) {
    heading = element(document, "h1", title ?? "Untitled page");
    article.prepend(heading);
  }
  const byline = [author, date?.slice(0, "YYYY-MM-DD".length)].filter((part) => part != null).join(" · ");
  if (byline !== "") heading.after(element(document, "p", byline, "byline"));
  return article;
}

function contentOf(document, html, text) {
  const view = document.createElement("div");
  let body;
  try {
    body = new DOMParser().parseFromString(html, "text/html").body;
  } catch {
    // Pages can forbid that HTML is read by scripts (Trusted Types).
    for (const part of text.split(/\n{2,}/)) view.append(element(document, "p", part));
    return view;
  }
  const pictures = loadedPictures(document);
  const copies = new Map([[body, view]]);
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = copies.get(node.parentNode);
    if (node.nodeType === Node.TEXT_NODE) {
      parent.append(node.data);
      continue;
    }
    const copy = copyOf(document, node, pictures);
    if (copy !== undefined) parent.append(copy);
    copies.set(node, copy ?? parent);
  }
  return view;
}

function copyOf(document, source, pictures) {
  const name = source.localName;
  if (name === "img") return picture(document, source, pictures);
  if (!tags.has(name)) return undefined;
  const copy = document.createElement(name);
  for (const { name: key, value } of source.attributes) if (attributes.has(key)) copy.setAttribute(key, value);
  const href = name === "a" ? source.getAttribute("href") : null;
  if (href !== null && /^(?:https?|mailto):/i.test(href)) {
    copy.href = href;
    copy.rel = "noreferrer";
  }
  return copy;
}

function loadedPictures(document) {
  const pictures = new Map();
  for (const image of document.querySelectorAll("img")) {
    if (!image.complete || image.naturalWidth === 0) continue;
    pictures.set(image.src, image);
    pictures.set(image.currentSrc, image);
  }
  return pictures;
}

function picture(document, source, pictures) {
  const loaded = pictures.get(source.getAttribute("src"));
  const alt = source.getAttribute("alt") ?? "";
  if (loaded === undefined) return element(document, "span", alt === "" ? "picture" : alt, "picture");
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, mostWidth / loaded.naturalWidth);
  canvas.width = Math.max(1, Math.round(loaded.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(loaded.naturalHeight * scale));
  canvas.getContext("2d").drawImage(loaded, 0, 0, canvas.width, canvas.height);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", alt);
  return canvas;
}

function element(document, name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}
