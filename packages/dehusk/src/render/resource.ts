/** Something a page loads: a style sheet, font, picture or script. */
export interface Resource {
  readonly body: string | Uint8Array;
  /** Media type, such as `text/css`. Default: guessed from how the page uses it. */
  readonly contentType?: string | undefined;
}

/**
 * A blank picture to stand in for one that was not stored, so that the layout stays the same.
 *
 * @example
 * const resources = new Map([["https://example.org/photo.jpg", blankImage(640, 480)]]);
 */
export function blankImage(width: number, height: number): Resource {
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
  return { body, contentType: "image/svg+xml" };
}
