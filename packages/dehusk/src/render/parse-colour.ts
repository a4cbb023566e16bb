/**
 * A computed colour as 0xRRGGBBAA; 0 (transparent) if it cannot be parsed. Chromium computes most colours to rgb();
 * perceptual spaces and color() are kept and converted to sRGB as in CSS Color 4, section 10.
 *
 * @example parseColour("rgba(255, 0, 0, 0.5)") // 0xff000080
 */
export function parseColour(text: string): number {
  const match = /^([a-z]+)\(\s*([^)]*)\)$/.exec(text);
  if (match === null) return 0;
  const [name, inside] = [match[1], match[2]];
  const words = inside.split(/[\s,/]+/);
  const space = name === "color" ? (words.shift() as string) : name;
  const [a = 0, b = 0, c = 0, alpha = 1] = words.map((word) => (word === "none" ? 0 : Number.parseFloat(word)));
  const rgb = toSrgb(space, a, b, c);
  if (rgb === undefined) return 0;
  const [red, green, blue] = rgb.map((value) => byte(value)) as [number, number, number];
  return ((red << 24) | (green << 16) | (blue << 8) | byte(alpha)) >>> 0;
}

type Triple = readonly [number, number, number];

function toSrgb(space: string, a: number, b: number, c: number): Triple | undefined {
  switch (space) {
    case "rgb":
    case "rgba":
      return [a / 255, b / 255, c / 255];
    case "srgb":
    // Wider gamuts are clipped: close enough to compare colours.
    case "display-p3":
      return [a, b, c];
    case "srgb-linear":
      return [gamma(a), gamma(b), gamma(c)];
    case "oklab":
      return fromOklab(a, b, c);
    case "oklch":
      return fromOklab(a, ...around(b, c));
    case "lab":
      return fromLab(a, b, c);
    case "lch":
      return fromLab(a, ...around(b, c));
    default:
      return undefined;
  }
}

/** Polar to Cartesian: chroma, and hue in degrees. */
function around(chroma: number, hue: number): [number, number] {
  const angle = (hue * Math.PI) / 180;
  return [chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

function fromOklab(lightness: number, a: number, b: number): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Lab uses the D50 white point; the matrix goes to linear sRGB (D65) in one step. */
function fromLab(lightness: number, a: number, b: number): Triple {
  const fy = (lightness + 16) / 116;
  const x = 0.9642956764 * unroot(fy + a / 500);
  const y = unroot(fy);
  const z = 0.8251046025 * unroot(fy - b / 200);
  return [
    gamma(3.1341359569 * x - 1.6173863321 * y - 0.490661946 * z),
    gamma(-0.9787955 * x + 1.9162543773 * y + 0.0334427352 * z),
    gamma(0.0719553198 * x - 0.2289767574 * y + 1.4053860603 * z),
  ];
}

function unroot(value: number): number {
  return value > 6 / 29 ? value ** 3 : (116 * value - 16) / (24389 / 27);
}

function gamma(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function byte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value * 255)));
}
