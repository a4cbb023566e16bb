/** Whether a Content-Type is HTML; undefined if it names no type. */
export function isHtmlType(contentType: string | undefined): boolean | undefined {
  const type = /^[^;,]*/
    .exec(contentType ?? "")?.[0]
    .trim()
    .toLowerCase();
  if (type === "") return undefined;
  return type === "text/html" || type === "application/xhtml+xml" || type === "application/vnd.wap.xhtml+xml";
}

export function charsetOf(contentType: string | undefined): string | undefined {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(contentType ?? "");
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.trim() || undefined;
}

/** Tags that mark HTML (WHATWG MIME Sniffing, 7.1), and XHTML. */
const firstTag =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i;

/** Whether bytes of unknown type look like HTML, by the browsers' rule. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString("latin1");
  // In UTF-16 every ASCII character comes with a zero byte.
  return firstTag.test(start.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "").replaceAll("\0", ""));
}
