import { counted } from "dehusk/internal/basics";
import type { Judgement, NodeFacts, OpenedPage } from "../engine/messages.ts";
import { whySentence } from "../engine/why-sentence.ts";
import { wordsIn } from "./linked-nodes.ts";

interface ReasonProps {
  readonly page: OpenedPage;
  readonly judgement: Judgement | undefined;
  readonly node: number | null;
  /** The node stays when the pointer moves on, as to the button. */
  readonly isSelected: boolean;
  readonly facts: NodeFacts | undefined;
  /** Shows everything known about the node. */
  readonly onDetails: () => void;
}

/** Why the part of the page that is pointed at is kept or dropped, in a sentence. */
export function Reason({ page, judgement, node, isSelected, facts, onDetails }: ReasonProps) {
  if (node === null || judgement === undefined) {
    return <p class="reason quiet">Point at a part of the page, or at a paragraph of the result, to see why.</p>;
  }
  const known = facts?.node === node ? facts : undefined;
  return (
    <p class="reason">
      <span dir="auto">{known === undefined ? "…" : sentenceOf(page, judgement, known)}</span>{" "}
      {isSelected ? (
        <button type="button" class="link" onClick={onDetails}>
          Details
        </button>
      ) : (
        <span class="quiet">Click it for details.</span>
      )}
    </p>
  );
}

/** Only the first blocks of a node are known, so it is told by the one with the most text among them. */
function sentenceOf(page: OpenedPage, { kept }: Judgement, { node, blocks, hidden }: NodeFacts): string {
  if (hidden.length > 0) return `Not shown: ${hidden.join("; ")}.`;
  const words = wordsIn(page, kept, node);
  const longest = blocks.reduce<(typeof blocks)[number] | undefined>(
    (best, block) => (best === undefined || block.text.length > best.text.length ? block : best),
    undefined,
  );
  if (longest === undefined) return "There is no text in it.";
  if (words.kept === 0 || words.kept === words.all) return whySentence(longest.kept, longest.reasons);
  return `Kept in part: ${words.kept.toLocaleString("en")} of ${counted(words.all, "word")}.`;
}
