const marker = /<!--(\/?)(content|comments)-->/g;

/**
 * Reads a page whose source says what is content: `<!--content-->…<!--/content-->` around each stretch of the content,
 * `<!--comments-->…<!--/comments-->` around each stretch of readers' comments. Stretches do not nest.
 *
 * @param {string} source
 * @returns {import("./markers.mjs").MarkedPage} the page without its markers, and the HTML of the stretches
 * @throws Error naming the line of a marker that is nested, never closed, or closed without having been opened.
 */
export function readMarkers(source) {
  const stretches = { content: [], comments: [] };
  let open;
  for (const match of source.matchAll(marker)) {
    const [text, slash, name] = match;
    const line = lineOf(source, match.index);
    if (slash === "") {
      if (open) throw new Error(`${text} on line ${line} stands inside the <!--${open.name}--> of line ${open.line}.`);
      open = { name, line, start: match.index + text.length };
    } else {
      if (!open) throw new Error(`${text} on line ${line} closes nothing.`);
      if (open.name !== name)
        throw new Error(`${text} on line ${line} closes the <!--${open.name}--> of line ${open.line}.`);
      stretches[name].push(source.slice(open.start, match.index));
      open = undefined;
    }
  }
  if (open) throw new Error(`<!--${open.name}--> on line ${open.line} is never closed.`);
  if (stretches.content.length === 0) throw new Error("No stretch of the page is marked as content.");
  return { html: source.replaceAll(marker, ""), ...stretches };
}

function lineOf(source, offset) {
  return source.slice(0, offset).split("\n").length;
}
