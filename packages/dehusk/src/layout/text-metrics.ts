/** Width of a text, in thousandths of an em of Arial. The object is reused. */
export interface TextMeasure {
  width: number;
  /** Width of its widest unbreakable part. */
  word: number;
  /** Whether it starts with white space, and whether it is all white space. */
  opensBlank: boolean;
  closesBlank: boolean;
  isBlank: boolean;
  /** Line breaks, and the width after the last: for preserved text. */
  breaks: number;
  lastLine: number;
}

/** Leading characters of a long text that are measured. */
const sampleLength = 160;
/** Longer texts are extrapolated from their start. */
const longText = 320;

export const spaceWidth = 278;

/** Arial advances from space to tilde. */
const ascii = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];

/** Other scripts: the end of each range of code units, and its advance. */
const ranges: readonly (readonly [to: number, advance: number])[] = [
  [0x20, 0],
  [0x7f, 0],
  [0xa0, 0],
  [0xa1, 278],
  [0x300, 556],
  [0x370, 0],
  [0x590, 580],
  [0xe00, 500],
  [0x1100, 450],
  [0x1200, 1000],
  [0x2000, 560],
  [0x2010, 300],
  [0x2e80, 600],
  [0xa4d0, 1000],
  [0xac00, 560],
  [0xd7b0, 1000],
  [0xe000, 500],
  [0xf900, 600],
  [0xfb00, 1000],
  [0xfe30, 500],
  [0xfe70, 1000],
  [0xff00, 450],
  [0xff61, 1000],
  [0x10000, 500],
];

const advances = new Uint16Array(0x10000);
let start = 0;
for (const [to, advance] of ranges) {
  advances.fill(advance, start, to);
  start = to;
}
advances.set(ascii, 0x20);

/** Advances this wide belong to scripts that break between any two characters. */
const breaksAnywhere = 1000;

/** An empty measure to be filled repeatedly. */
export function createTextMeasure(): TextMeasure {
  return {
    width: 0,
    word: 0,
    opensBlank: false,
    closesBlank: false,
    isBlank: true,
    breaks: 0,
    lastLine: 0,
  };
}

/** Measures a text with collapsible white space. */
export function measureText(text: string, measure: TextMeasure): void {
  measureRange(text, 0, text.length, measure);
  measure.opensBlank = text.length > 0 && text.charCodeAt(0) <= 0x20;
}

/** Measures a range of text with collapsed white space. A long one is extrapolated from its start. */
export function measureShownText(text: string, from: number, to: number, measure: TextMeasure): void {
  const isLong = to - from > longText;
  measureRange(text, from, isLong ? from + sampleLength : to, measure);
  if (!isLong) return;
  measure.width *= (to - from) / sampleLength;
  measure.lastLine = measure.width;
}

function measureRange(text: string, from: number, to: number, measure: TextMeasure): void {
  let width = 0;
  let word = 0;
  let longest = 0;
  let wasBlank = true;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code <= 0x20) {
      if (!wasBlank) {
        if (word > longest) longest = word;
        width += word + spaceWidth;
        word = 0;
        wasBlank = true;
      }
      continue;
    }
    wasBlank = false;
    const advance = advances[code];
    if (advance === breaksAnywhere) {
      if (word > longest) longest = word;
      width += word;
      word = advance;
    } else word += advance;
  }
  measure.isBlank = width === 0 && word === 0;
  measure.closesBlank = wasBlank && to > from;
  measure.word = Math.max(word, longest);
  measure.width = measure.closesBlank && width > 0 ? width - spaceWidth : width + word;
  measure.breaks = 0;
  measure.lastLine = measure.width;
}

/** Measures preserved text: the width of its widest line. */
export function measurePreserved(text: string, measure: TextMeasure): void {
  let line = 0;
  let widest = 0;
  let breaks = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x0a) {
      if (line > widest) widest = line;
      line = 0;
      breaks++;
    } else line += code === 0x09 ? 8 * spaceWidth : code === 0x20 ? 490 : advances[code];
  }
  measure.width = Math.max(line, widest);
  measure.word = measure.width;
  measure.isBlank = text.length === 0;
  measure.opensBlank = false;
  measure.closesBlank = false;
  measure.breaks = breaks;
  measure.lastLine = line;
}
