/** Base64 for browsers and Node alike. */

/** Characters per `String.fromCharCode` call: engines limit the number of arguments. */
const chunk = 0x2000;

export function bytesToBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(text);
}

/**
 * @param spare How many zeros follow the bytes.
 * @throws RangeError for text that is not base64.
 */
export function base64ToBytes(base64: string, spare = 0): Uint8Array {
  let text: string;
  try {
    text = atob(base64);
  } catch {
    throw new RangeError("The text is not base64.");
  }
  const bytes = new Uint8Array(text.length + spare);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
