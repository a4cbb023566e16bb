import { framePolicy } from "./policy.ts";

/** The script that paints in the frame, and its hash as content policies have it. */
export interface Painter {
  readonly painterScript: string;
  readonly painterHash: string;
}

/**
 * The document of the frame: a page as `framePage` wrote it, with its policy and our painter before all of it.
 *
 * @param token What messages to and from this frame carry.
 * @param origin Where the frame's messages go.
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
