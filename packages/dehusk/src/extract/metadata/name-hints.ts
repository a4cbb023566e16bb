/** Hints about an element from the words in a class, an id or a test id. */
export const NameHint = {
  Author: 1,
  Date: 2,
  Title: 4,
  /** Outside the content: other pages, other people, the site itself. */
  Side: 8,
  /** Readers' comments. */
  Comments: 16,
} as const;

/** Set for a word that is a hint together with the next one. */
const opensPair = 32;
const words = new Map<string, number>();
const pairs = new Set<string>();
const longestWord = 15;
/** By length, a bit for each first letter of these words: most words of a page are told apart by them. */
const firstLetters = new Int32Array(longestWord + 1);

function add(hint: number, list: string): void {
  for (const word of list.split(" ")) {
    words.set(word, (words.get(word) ?? 0) | hint);
    firstLetters[word.length] = (firstLetters[word.length] ?? 0) | (1 << letterOf(word.charCodeAt(0)));
  }
}

/** The number of an ASCII letter, from 1 in either case. */
function letterOf(code: number): number {
  return code & 0x1f;
}

add(
  NameHint.Author,
  "author authors auteur auteurs autor autora autore autores autori autoren verfasser schrijver writer writers " +
    "contributor contributors byline bylines forfatter skribent journalist vcard zuozhe redaktor postedby writtenby",
);
add(
  NameHint.Date,
  "date dates datum fecha data published publish publication pubdate timestamp timestamps datetime posted updated " +
    "dateline time zeit datepublished publishdate publisheddate postdate articledate newsdate pubtime posttime riqi shijian",
);
add(NameHint.Title, "title titles headline titre titulo titolo titel tit posttitle entrytitle articletitle pagetitle");
add(
  NameHint.Side,
  "related recommended recommendation recommendations sidebar teaser teasers trending popular latest newsletter promo " +
    "breadcrumb breadcrumbs menu navbar navigation navlinks cookie cookies banner advert advertisement advertising " +
    "outbrain taboola similar upnext readnext readmore seealso",
);
add(
  NameHint.Side | NameHint.Comments,
  "comment comments commentlist disqus respond replies kommentar kommentare commentaire commentaires comentario " +
    "comentarios commenti reacties pinglun reviews testimonial testimonials",
);
for (const [first, seconds] of [
  ["more", "news stories articles posts"],
  ["most", "read popular viewed"],
  ["recent", "posts articles news"],
  ["read", "next more"],
  ["next", "post article"],
  ["prev", "post article"],
  ["previous", "post article"],
  ["post", "navigation"],
  ["nav", "links"],
  ["up", "next"],
  ["see", "also"],
  ["further", "reading"],
  ["side", "bar"],
  ["site", "footer"],
  ["page", "footer"],
  ["global", "footer"],
  ["main", "footer"],
] as const) {
  add(opensPair, first);
  add(0, seconds);
  for (const second of seconds.split(" ")) pairs.add(`${first} ${second}`);
}

/** Classes that are hints only alone: "elementor-widget" wraps content. */
const whole = new Set(["footer", "widget", "widgets", "widget-area"]);
const longest = 400;

/**
 * The {@link NameHint} bits of an attribute's value. The value is split into words at everything but letters and
 * where lower case changes to upper case; each word is looked up. One pass, since a page has hundreds of classes.
 */
export function classifyName(value: string): number {
  const { length: end } = value;
  if (end > longest) return 0;
  let hint = 0;
  let start = -1;
  let capital = false;
  let opening = "";
  let before = 0;
  for (let i = 0; i <= end; i++) {
    const code = i < end ? value.charCodeAt(i) : 0x20;
    const lower = code >= 0x61 && code <= 0x7a;
    const upper = code >= 0x41 && code <= 0x5a;
    if (start >= 0 && !lower && (!upper || (before >= 0x61 && before <= 0x7a))) {
      const length = i - start;
      let next = "";
      if (length > 1 && length <= longestWord && (firstLetters[length] >> letterOf(value.charCodeAt(start))) & 1) {
        const word = capital ? value.slice(start, i).toLowerCase() : value.slice(start, i);
        const bits = words.get(word) ?? 0;
        hint |= bits;
        if (opening !== "" && pairs.has(`${opening} ${word}`)) hint |= NameHint.Side;
        if ((bits & opensPair) !== 0) next = word;
      }
      opening = next;
      start = -1;
      capital = false;
    }
    if (lower || upper) {
      if (start < 0) start = i;
      if (upper) capital = true;
    }
    before = code;
  }
  if (/author(?!i)|byline/.test(value)) hint |= NameHint.Author;
  if ((value.includes("footer") || value.includes("widget")) && value.split(/\s+/).some(standsAlone))
    hint |= NameHint.Side;
  return hint & ~opensPair;
}

function standsAlone(name: string): boolean {
  return whole.has(name) || name.startsWith("widget_");
}
