/** The kinds of break, in the order of the reports. */

/** Added to a kind where the page itself has the break: the extractor passed it on. */
export const AS_ON_PAGE = ", as on the page";

const HEADINGS = ["heading, nothing below it", "heading, then heading of its level or above"];
const REPEATS = ["paragraph of 8 or more words repeated", "the same paragraph twice in a row"];
const PARTS = [
  "list with items kept and items dropped",
  "list item kept in part",
  "data table kept in part",
  "definition without its term",
  "term without its definition",
];

/**
 * Each kind of break. `needs` is what an extractor must return for the kind to be measured. A kind that is not `counted` describes
 * the page, or repeats another measure; it makes no page a broken one.
 *
 * @type {readonly { name: string, needs: "text" | "markdown" | "title" | "blocks", counted: boolean }[]}
 */
export const KINDS = [
  { name: "headline equal to the title is missing", needs: "title", counted: true },
  { name: "title twice at the top", needs: "title", counted: true },
  ...HEADINGS.map((name) => ({ name, needs: "markdown", counted: true })),
  ...REPEATS.map((name) => ({ name, needs: "text", counted: true })),
  ...REPEATS.map((name) => ({ name: name + AS_ON_PAGE, needs: "text", counted: true })),
  ...PARTS.map((name) => ({ name, needs: "text", counted: true })),
  { name: "colon, and what it announces is missing", needs: "text", counted: true },
  { name: "caption without its picture", needs: "markdown", counted: true },
  { name: "picture without its caption", needs: "markdown", counted: true },
  { name: "spacer picture", needs: "markdown", counted: true },
  { name: "empty table row", needs: "markdown", counted: true },
  { name: "lone bullet or punctuation", needs: "text", counted: true },
  { name: "label of the interface", needs: "text", counted: true },
  { name: "[edit]", needs: "text", counted: true },
  ...HEADINGS.map((name) => ({ name: name + AS_ON_PAGE, needs: "markdown", counted: false })),
  ...PARTS.map((name) => ({ name: `explain(): ${name}`, needs: "blocks", counted: false })),
];
