/**
 * A quoted text on one line that JSON, YAML and headers all accept: control characters and Unicode's line ends as \u
 * escapes. Lone surrogates, which YAML does not have, become U+FFFD.
 */
export function quoted(text: string): string {
  const wellFormed = Buffer.from(text).toString();
  return JSON.stringify(wellFormed).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
