/**
 * The content policy of the page in the frame. It stands beside the one of the inspector, which the frame has too: both
 * must admit what is loaded or run.
 */
export function framePolicy(painterHash: string): string {
  return [
    "default-src 'none'",
    `script-src '${painterHash}'`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/**
 * The content policy of the inspector. It names the painter since the frame inherits it, and inline styles since the pages
 * in the frame have some. No address is allowed for frames, so that the frame cannot be led away from what we put into it.
 */
export function inspectorPolicy(painterHash: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' '${painterHash}'`,
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
