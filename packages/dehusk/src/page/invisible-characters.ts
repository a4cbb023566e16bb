const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/;

/**
 * Soft hyphens, byte order marks, and joiners and zero-width spaces where no script needs them. Joiners shape Persian
 * and Indic words and emoji, but not next to ASCII; Thai, Lao, Burmese and Khmer have no other spaces between words.
 */
const idle =
  /[\u00ad\u2060\ufeff]|[\u200c\u200d](?=[\0-\x7f])|(?<=[\0-\x7f])[\u200c\u200d]|^[\u200c\u200d]+$|\u200b(?![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])|(?<![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])\u200b/g;

/** A text without characters that show nothing and neither join nor separate anything. */
export function withoutInvisible(text: string): string {
  return invisible.test(text) ? text.replace(idle, "") : text;
}

const directed = /[\u202a-\u202e\u2066-\u2069]/;
const odd = /[\v\u0085\u00ad\u200b-\u200d\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;

/** A text as a page stores it: without invisible characters unless it is code, and with all changes of direction ended. */
export function tidyCharacters(text: string, isCode: boolean, isPreserved: boolean): string {
  if (!odd.test(text)) return text;
  // Old line ends: browsers show nothing, some Markdown readers a new line.
  return closeDirections(isCode ? text : withoutInvisible(text).replace(/[\v\u0085\u2028\u2029]/g, " "), isPreserved);
}

const END_OF_EMBEDDING = "\u202c";
const END_OF_ISOLATE = "\u2069";

/**
 * Ends every embedding, override and isolate that a text opens, and drops ends of others, so that the direction of text
 * around it does not change. Unicode Standard Annex 9, section 3.1.
 *
 * @param byLine Whether a line end ends all of them too, as in code.
 */
export function closeDirections(text: string, byLine = false): string {
  if (!directed.test(text)) return text;
  let closed = "";
  /** The character that ends each open one, innermost last. */
  let open: string[] = [];
  let isolates = 0;
  for (const piece of text.split(/([\u202a-\u202e\u2066-\u2069\n\r])/)) {
    if (piece === END_OF_EMBEDDING) {
      if (open.at(-1) !== piece) continue;
      open.pop();
    } else if (piece === END_OF_ISOLATE) {
      if (isolates === 0) continue;
      // Together with the embeddings inside it.
      open.length = open.lastIndexOf(piece);
      isolates--;
    } else if (piece === "\n" || piece === "\r") {
      if (byLine) endAll();
    } else if (directed.test(piece)) {
      const end = piece < "\u2066" ? END_OF_EMBEDDING : END_OF_ISOLATE;
      open.push(end);
      if (end === END_OF_ISOLATE) isolates++;
    }
    closed += piece;
  }
  endAll();
  return closed;

  function endAll(): void {
    closed += open.reverse().join("");
    open = [];
    isolates = 0;
  }
}
