/**
 * The Content-Security-Policy of a rendered page, the first of several defences. A sandboxed page opens no windows,
 * dialogs or downloads and submits no forms; without scripts it neither refreshes nor takes the focus.
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
