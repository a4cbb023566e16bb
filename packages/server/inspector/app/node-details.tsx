import { counted } from "dehusk/internal/basics";
import { levelOf, wordFor } from "dehusk/internal/drawing";
import { useState } from "preact/hooks";
import type { BlockFacts, Judgement, NodeFacts, OpenedPage, WeighedFeature } from "../engine/messages.ts";
import { ancestorsOf } from "./tree-rows.ts";

interface NodeDetailsProps {
  readonly page: OpenedPage;
  readonly judgement: Judgement;
  readonly node: number;
  /** The engine's facts about the node; undefined while loading. */
  readonly facts: NodeFacts | undefined;
  readonly onSelect: (node: number) => void;
}

/** Everything known about a node: scores, decision, position, reasons, features. */
export function NodeDetails({ page, judgement, node, facts, onSelect }: NodeDetailsProps) {
  const isShown = page.shown[node] === 1;
  const raw = judgement.score[node];
  const smoothed = judgement.templateness[node];
  const section = judgement.section[node];
  const sides = Array.from(page.boxes.subarray(4 * node, 4 * node + 4), Math.round);
  const known = facts?.node === node ? facts : undefined;
  return (
    <div class="details">
      <Ancestors page={page} node={node} onSelect={onSelect} />
      <p class="details-name" dir="auto">
        {page.isText[node] === 1 ? `“${page.labels[node]}”` : page.labels[node] || "node"}
      </p>
      <dl class="scores">
        <div>
          <dt>Raw score</dt>
          <dd data-fact="raw">{Number.isNaN(raw) ? "not scored by itself" : <Level value={raw} />}</dd>
        </div>
        <div>
          <dt>Smoothed</dt>
          <dd data-fact="smoothed">{isShown ? <Level value={smoothed} /> : "hidden"}</dd>
        </div>
        <div>
          <dt>Decision</dt>
          <dd data-fact="decision">
            <strong class={judgement.kept[node] === 1 ? "kept" : "dropped"}>
              {judgement.kept[node] === 1 ? "Kept" : "Dropped"}
            </strong>
          </dd>
        </div>
        <div>
          <dt>Box</dt>
          <dd data-fact="box">
            {sides[2]} × {sides[3]} at {sides[0]}, {sides[1]}
          </dd>
        </div>
        <div>
          <dt>Contains</dt>
          <dd>
            {counted(page.words[node], "word")}, {counted(page.links[node], "link")}
          </dd>
        </div>
        <div>
          <dt>Section</dt>
          <dd>
            {section === node ? (
              "starts at this node"
            ) : (
              <button type="button" class="link" onClick={() => onSelect(section)}>
                {page.labels[section] || "page"}
              </button>
            )}
          </dd>
        </div>
      </dl>
      {known === undefined ? <p class="quiet">Loading…</p> : <Facts facts={known} page={page} onSelect={onSelect} />}
    </div>
  );
}

/** Most path steps to show. */
const maxSteps = 6;

function Ancestors({ page, node, onSelect }: Pick<NodeDetailsProps, "page" | "node" | "onSelect">) {
  const all = ancestorsOf(page, node).filter((up) => up > 0);
  const near = all.slice(-maxSteps);
  if (near.length === 0) return null;
  return (
    <nav class="crumbs" aria-label="Ancestors">
      {near.length < all.length ? <span>…</span> : null}
      {near.map((up) => (
        <button type="button" class="link" key={up} onClick={() => onSelect(up)}>
          {page.labels[up] || "hidden"}
        </button>
      ))}
    </nav>
  );
}

/** A number from 0 to 1 with its colour and meaning. */
function Level({ value }: { readonly value: number }) {
  return (
    <span class="level">
      <i class={`chip s${levelOf(value)}`} />
      {value.toFixed(2)} <span class="quiet">{wordFor(value)}</span>
    </span>
  );
}

function Facts({ facts, page, onSelect }: { facts: NodeFacts; page: OpenedPage; onSelect: (node: number) => void }) {
  const { blocks, allBlocks, hidden, blockFeatures, nodeFeatures, judgedWith } = facts;
  const only = allBlocks === 1 ? blocks[0] : undefined;
  return (
    <>
      {hidden.length > 0 ? (
        <section>
          <h3>Hidden</h3>
          <ul>
            {hidden.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {only === undefined ? null : <Reasons block={only} />}
      {allBlocks > 1 ? <Blocks blocks={blocks} all={allBlocks} onSelect={onSelect} /> : null}
      <Features title="Features of the text block" features={blockFeatures} />
      <Features
        title={
          judgedWith === null
            ? "Features of the node"
            : `Features of ${page.labels[judgedWith] || "page"}, which it is judged with`
        }
        features={nodeFeatures}
      />
      {facts.path === "" ? null : (
        <p class="path">
          <code>{facts.path}</code>
        </p>
      )}
    </>
  );
}

function Reasons({ block }: { readonly block: BlockFacts }) {
  return (
    <section>
      <h3>
        Why its text is {block.kept ? "kept" : "dropped"}
        {block.kind === null ? "" : ` (${block.kind})`}
      </h3>
      <ul class="reasons">
        {block.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}

function Blocks({
  blocks,
  all,
  onSelect,
}: {
  blocks: readonly BlockFacts[];
  all: number;
  onSelect: (n: number) => void;
}) {
  return (
    <section>
      <h3>{blocks.length < all ? `The first ${blocks.length} of ${all} text blocks in it` : "Text blocks in it"}</h3>
      <ul class="blocks">
        {blocks.map(({ node, text, kept, reasons }) => (
          <li key={node}>
            <button type="button" class="link" dir="auto" onClick={() => onSelect(node)}>
              {text.slice(0, 80) || "(no text)"}
            </button>
            <span class="quiet">
              {kept ? "kept" : "dropped"}
              {reasons[0] === undefined ? "" : `: ${reasons[0]}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const fewFeatures = 6;

function Features({ title, features }: { readonly title: string; readonly features: readonly WeighedFeature[] }) {
  const [isWhole, setWhole] = useState(false);
  if (features.length === 0) return null;
  const most = Math.max(...features.map(({ adds }) => Math.abs(adds)));
  const shown = isWhole ? features : features.slice(0, fewFeatures);
  return (
    <section>
      <h3>{title}</h3>
      <table class="features">
        <thead>
          <tr>
            <th scope="col">Feature</th>
            <th scope="col" class="number">
              Value
            </th>
            <th scope="col">Speaks for</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, unit, why, value, adds }) => (
            <tr key={name}>
              <th scope="row">
                <span title={unit}>{name}</span>
                <span class="why">{why}</span>
              </th>
              <td class="number">{shortNumber(value)}</td>
              <td>
                <span class={`bar ${adds > 0 ? "to-template" : "to-content"}`}>
                  <span style={{ width: `${Math.max(4, (100 * Math.abs(adds)) / most)}%` }} />
                </span>
                <span class="said">
                  {adds > 0 ? "template" : "content"} {Math.abs(adds).toFixed(2)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {features.length > fewFeatures ? (
        <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${features.length}`}
        </button>
      ) : null}
    </section>
  );
}

function shortNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
}
