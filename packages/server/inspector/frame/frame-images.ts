/** The longest address of a picture that is shown, in characters: about 190 kB of picture. */
const longest = 256 * 1024;

/** Whether an address holds a picture in itself, of a kind that browsers show without running or loading anything. */
export function isShownImage(url: string): boolean {
  return url.length <= longest && /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(url);
}

/**
 * A picture that stands for one that is not loaded: a box with its alternative text, which lets the colour behind it
 * through. It has no size of its own, so that it is as large as the page says.
 *
 * @param width As the page gives it.
 */
export function placeholderImage(text: string, width: string | undefined, height: string | undefined): string {
  const isTiny = (pixels(width) ?? 100) < 40 || (pixels(height) ?? 100) < 20;
  // Without a size or words: a bullet, most likely.
  const isBullet = width === undefined && height === undefined && text.trim().length < 3;
  const size = isBullet ? ' width="20" height="20"' : "";
  const label = isTiny || isBullet ? "" : `<text x="6" y="16">${escaped(shortened(text))}</text>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg"${size} font-family="sans-serif" font-size="12" fill="#777">` +
    '<rect width="100%" height="100%" fill="#888" fill-opacity=".16"/>' +
    `<rect width="100%" height="100%" fill="none" stroke="#888" stroke-opacity=".6"/>${label}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A length in pixels as pages give it to images. */
export function pixels(value: string | undefined): number | undefined {
  const number = Number.parseFloat(value ?? "");
  return number >= 0 && number <= 10_000 && !/%\s*$/.test(value ?? "") ? Math.round(number) : undefined;
}

const mostLetters = 120;

function shortened(text: string): string {
  const plain = text.replace(/[\s\0-\x1f\ufffe\uffff]+/g, " ").trim();
  // Half a character, as a cut may leave it, cannot stand in an address.
  return (plain.length > mostLetters ? `${plain.slice(0, mostLetters)}…` : plain).replace(/\p{Surrogate}/gu, "");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
