/** Something that a page asks for while it is rendered: a style sheet, a font, a picture, a script. */
export interface Resource {
  readonly body: string | Uint8Array;
  /** Its media type, such as `text/css`. Default: guessed from what the page wants it for. */
  readonly contentType?: string | undefined;
}

/**
 * An empty picture of a size, to stand for one that was not stored: the page is laid out as with the picture itself.
 *
 * @example
 * const resources = new Map([["https://example.org/photo.jpg", blankImage(640, 480)]]);
 */
export function blankImage(width: number, height: number): Resource {
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
  return { body, contentType: "image/svg+xml" };
}
