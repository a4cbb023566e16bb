/** Whether a Content-Type is that of HTML; undefined when it names no type. */
export function isHtmlType(contentType: string | undefined): boolean | undefined {
  const type = /^[^;,]*/
    .exec(contentType ?? "")?.[0]
    .trim()
    .toLowerCase();
  if (type === "") return undefined;
  return type === "text/html" || type === "application/xhtml+xml" || type === "application/vnd.wap.xhtml+xml";
}

/** The charset of a Content-Type. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(contentType ?? "");
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.trim() || undefined;
}

/** Tags that a page begins with (WHATWG MIME Sniffing, 7.1), and XHTML. */
const firstTag =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i;

/** Whether bytes of unknown type look like HTML, as browsers judge. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString("latin1");
  // UTF-16 has a zero beside each letter of markup.
  return firstTag.test(start.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "").replaceAll("\0", ""));
}
