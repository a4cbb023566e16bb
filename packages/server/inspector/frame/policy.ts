/**
 * The content security policy of the page in the frame. The frame also inherits the inspector's: both must allow what
 * is loaded or run.
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
 * The content security policy of the inspector. It includes the painter's hash since the frame inherits it, and inline
 * styles since framed pages have some. No frame source is allowed, so the frame cannot be navigated away.
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
