import { framePolicy } from "./policy.ts";

/** The script that paints in the frame, and its CSP hash. */
export interface Painter {
  readonly painterScript: string;
  readonly painterHash: string;
}

/**
 * The document of the frame: a page from `framePage`, preceded by its policy and our painter.
 *
 * @param token Carried by messages to and from this frame.
 * @param origin Target of the frame's messages.
 */
export function frameDocument(html: string, painter: Painter, token: string, origin: string): string {
  const start = "<head>";
  const at = html.indexOf(start) + start.length;
  const head =
    `<meta http-equiv="Content-Security-Policy" content="${framePolicy(painter.painterHash)}">` +
    '<meta name="referrer" content="no-referrer">' +
    `<script data-token="${token}" data-origin="${origin}">${painter.painterScript}</script>`;
  return html.slice(0, at) + head + html.slice(at);
}
