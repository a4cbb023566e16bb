import {
  COMMENT,
  CodeUnits,
  createTextScan,
  Gap,
  isBlank,
  isShown,
  Mark,
  type Page,
  scanCodes,
  TEXT,
  TextFlow,
  tagNumber,
} from "../page/index.ts";

const BR = tagNumber("br");

/**
 * The kept text of a page as shown: blocks on their own lines, white space collapsed. Omitted text
 * leaves a space, so that its neighbours do not become one word. One pass, no recursion.
 *
 * @param kept 1 for each text node and `<br>` to write, hidden or not; see {@link keepShown} for all that is shown.
 * @param headline The title at the top.
 */
export function writeText(page: Page, kept: Uint8Array, headline = ""): string {
  const units = new CodeUnits(page.text);
  const flow = new TextFlow(page.text.length);
  const scan = createTextScan();
  const keptBefore = sumTexts(page, kept);
  const openEnds: number[] = [];
  const openGaps: number[] = [];
  for (let i = 0; i < page.size; i++) {
    closeBefore(i);
    const tag = page.tag[i];
    const shown = isShown(page, i);
    if (tag === TEXT) writeNode(i, shown);
    else if (tag === BR) {
      if (kept[i] === 1) flow.breakLine();
      else if (shown) flow.open(Gap.Space);
    } else if (tag > COMMENT) {
      const gap = page.gap[i];
      const end = page.end[i];
      if (gap === Gap.None || !(shown || keptBefore[i] !== keptBefore[end])) continue;
      flow.open(gap);
      if (gap === Gap.Lead) continue;
      openEnds.push(end);
      openGaps.push(gap);
    }
  }
  const text = flow.finish();
  units.release();
  return headline === "" ? text : `${headline}\n\n${text}`;

  function writeNode(node: number, shown: boolean): void {
    const text = page.strings[node];
    if (kept[node] === 1) {
      const from = page.textFrom[node];
      const to = page.textTo[node + 1];
      if ((page.marks[node] & Mark.Preserved) === 0 && shown && to > from) {
        const closesBlank = isBlank(text.charCodeAt(text.length - 1));
        flow.writeCollapsed(units.codes, from, to, isBlank(text.charCodeAt(0)), closesBlank);
        return;
      }
      units.place(text);
      const { placed } = units;
      if ((page.marks[node] & Mark.Preserved) !== 0) flow.writePreserved(placed, 0, text.length);
      else {
        scanCodes(placed, 0, text.length, 0, scan);
        flow.write(placed, 0, text.length, scan);
      }
    } else if (shown && text !== "") flow.open(Gap.Space);
  }

  function closeBefore(node: number): void {
    while (openEnds.length > 0 && openEnds[openEnds.length - 1] <= node) {
      openEnds.pop();
      flow.open(openGaps.pop() as number);
    }
  }
}

function sumTexts(page: Page, kept: Uint8Array): Int32Array {
  const sum = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    sum[i + 1] = sum[i] + (kept[i] === 1 && page.tag[i] === TEXT ? 1 : 0);
  }
  return sum;
}
