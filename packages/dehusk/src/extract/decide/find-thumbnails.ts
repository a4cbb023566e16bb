import { attribute, type Page } from "../../page/index.ts";
import { pickImage } from "../content/pick-image.ts";

/** Pixels in the address of a thumbnail, and how much larger the picture is that it stands for. */
const smallest = 32;
const largest = 200;
const larger = 2;

/** Pictures looked at, which bounds the time on pages with very many: those of the page's subject come first. */
const mostPictures = 200;

/** Maximum levels from a thumbnail up to its row. */
const mostLevels = 3;

/** An address without its numbers, and these. */
interface Sized {
  readonly node: number;
  readonly stem: string;
  readonly numbers: string[];
}

/**
 * Finds the rows of thumbnails of a gallery: pictures without a name whose addresses have the same small size, where the
 * page shows one of them larger as well, such as `front-80.jpg` and `front-1000.jpg`.
 *
 * @param pictures In document order.
 */
export function findThumbnails(page: Page, pictures: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  const byStem = new Map<string, Sized[]>();
  const sized = pictures.slice(0, mostPictures).map((node) => {
    const address = pickImage(page, node)?.[0].value ?? "";
    const own: Sized = { node, stem: address.replace(/\d+/g, "#"), numbers: address.match(/\d+/g) ?? [] };
    byStem.set(own.stem, [...(byStem.get(own.stem) ?? []), own]);
    return own;
  });
  for (const own of sized) {
    if (found.has(own.node) || own.stem === "" || hasName(own.node)) continue;
    const size = byStem
      .get(own.stem)
      ?.map((other) => smallSize(own, other))
      .find((each) => each !== undefined);
    if (size === undefined) continue;
    const row = sized.filter(
      ({ node, numbers }) => numbers.includes(size) && !hasName(node) && isInRow(node, own.node),
    );
    if (row.length > 1) for (const { node } of row) found.add(node);
  }
  return found;

  function hasName(node: number): boolean {
    return /\S/.test(attribute(page, node, "alt") ?? "");
  }

  function isInRow(node: number, other: number): boolean {
    let row = other;
    for (let level = 0; level < mostLevels; level++) {
      row = page.parent[row];
      if (node > row && node < page.end[row]) return true;
    }
    return false;
  }
}

/** The number by which a picture is smaller than another with the same address otherwise. */
function smallSize(own: Sized, other: Sized): string | undefined {
  const differing = own.numbers.filter((number, i) => number !== other.numbers[i]);
  if (differing.length === 0 || new Set(differing).size > 1) return undefined;
  const large = other.numbers.filter((number, i) => number !== own.numbers[i]);
  const size = Number(differing[0]);
  const isSmall = size >= smallest && size <= largest && large.every((number) => Number(number) >= larger * size);
  return isSmall ? differing[0] : undefined;
}
