/**
 * The Content-Security-Policy that a page gets, the first of several walls: inside the page it stops what would otherwise
 * have to be stopped outside. A sandboxed page opens no windows, dialogs or downloads and submits no forms; without
 * scripts it neither refreshes itself nor takes the focus.
 */
export function contentPolicy(javaScript: boolean, hasAnswers: boolean): string {
  return [
    javaScript ? "sandbox allow-scripts allow-same-origin" : "sandbox",
    `connect-src ${javaScript && hasAnswers ? "http: https:" : "'none'"}`,
    "form-action 'none'",
    "manifest-src 'none'",
    "media-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    "webrtc 'block'",
  ].join("; ");
}
