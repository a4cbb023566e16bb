/** The longest image URL to show, in characters: about 190 kB of image. */
const maxImageLength = 256 * 1024;

/** Whether a URL embeds an image of a type that browsers show without running or loading anything. */
export function isShownImage(url: string): boolean {
  return url.length <= maxImageLength && /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(url);
}

/**
 * A placeholder for an image that is not loaded: a box with its alternative text, transparent to the colour behind it.
 * It has no intrinsic size, so the page decides.
 *
 * @param width As given by the page.
 */
export function placeholderImage(text: string, width: string | undefined, height: string | undefined): string {
  const isTiny = (pixels(width) ?? 100) < 40 || (pixels(height) ?? 100) < 20;
  // Without a size or words: most likely a bullet.
  const isBullet = width === undefined && height === undefined && text.trim().length < 3;
  const size = isBullet ? ' width="20" height="20"' : "";
  const label = isTiny || isBullet ? "" : `<text x="6" y="16">${escaped(shortened(text))}</text>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg"${size} font-family="sans-serif" font-size="12" fill="#777">` +
    '<rect width="100%" height="100%" fill="#888" fill-opacity=".16"/>' +
    `<rect width="100%" height="100%" fill="none" stroke="#888" stroke-opacity=".6"/>${label}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A length in pixels as in image attributes. */
export function pixels(value: string | undefined): number | undefined {
  const number = Number.parseFloat(value ?? "");
  return number >= 0 && number <= 10_000 && !/%\s*$/.test(value ?? "") ? Math.round(number) : undefined;
}

const maxLetters = 120;

function shortened(text: string): string {
  const plain = text.replace(/[\s\0-\x1f\ufffe\uffff]+/g, " ").trim();
  // A lone surrogate, as truncation may leave it, is not allowed in a URL.
  return (plain.length > maxLetters ? `${plain.slice(0, maxLetters)}…` : plain).replace(/\p{Surrogate}/gu, "");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
