import { counted } from "dehusk/internal/basics";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { FirstAnswers } from "../engine/first-answers.ts";
import type { AddedModel, OpenedPage, PageSource } from "../engine/messages.ts";
import { judgingKey, type Settings } from "../engine/settings.ts";
import { useAnnounce } from "./announcer.tsx";
import { CopyButton } from "./copy-button.tsx";
import { DroppedPanel } from "./dropped-panel.tsx";
import { engine, segmentEngine } from "./engines.ts";
import type { Colouring, Outlining } from "./frame-marks.ts";
import { MapPanel } from "./map-panel.tsx";
import { NodeDetails } from "./node-details.tsx";
import { NodeTree } from "./node-tree.tsx";
import { OptionBar } from "./option-bar.tsx";
import { PagePane } from "./page-pane.tsx";
import { ResultPanel } from "./result-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { StructurePanel } from "./structure-panel.tsx";
import { Tabs } from "./tabs.tsx";
import type { Scheme } from "./theme.ts";
import { useAnswer } from "./use-answer.ts";
import { narrow, useMedia } from "./use-media.ts";
import { useSegments } from "./use-segments.ts";

interface InspectViewProps {
  readonly page: OpenedPage;
  /** What is known of it already. */
  readonly first: FirstAnswers | undefined;
  readonly source: PageSource;
  readonly settings: Settings;
  readonly models: readonly AddedModel[];
  readonly scheme: Scheme;
  readonly selected: number | null;
  /** The link to these settings, and to the page if others can open it. */
  readonly link: string;
  readonly onSelect: (node: number | null) => void;
  readonly onSettings: (settings: Settings) => void;
  readonly onModelFile: (file: File) => void;
}

/** Milliseconds that a slider must rest before the page is judged again. */
const settingDelay = 60;

/** What is pointed at, and where: it lights up in the other panels. */
interface Pointed {
  readonly node: number;
  readonly in: "page" | "result" | "list";
}

/** One page and its result side by side, linked both ways. */
export function InspectView(props: InspectViewProps) {
  const { page, first, source, settings, models, scheme, selected, onSelect, onSettings, onModelFile } = props;
  const isNarrow = useMedia(narrow);
  const announce = useAnnounce();
  const [colouring, setColouring] = useState<Colouring>("kept");
  const [outlining, setOutlining] = useState<Outlining>("none");
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [tab, setTab] = useState("result");
  /** The result is drawn before the page, as both are drawn by one process. */
  const [isPageDue, setPageDue] = useState(first === undefined);
  const showPage = useCallback(() => setPageDue(true), []);

  const key = judgingKey(settings);
  const judging = useAnswer(
    page,
    key,
    () => engine.ask("judge", settings),
    settingDelay,
    first === undefined ? undefined : { key: first.key, answer: first.judgement },
  );
  const judgement = judging.answer;
  const segments = useSegments(segmentEngine, source, settings, outlining === "segments");
  const shown = pointed?.node ?? selected;
  const facts = useAnswer(page, shown === null ? null : `${shown} ${key}`, () =>
    engine.ask("node", { node: shown as number, settings }),
  );
  const point = useCallback(
    // A frame that is left reports it late: the pointer may be in another panel by then.
    (where: Pointed["in"]) => (node: number | null) =>
      setPointed((last) => (node !== null ? { node, in: where } : last?.in === where ? null : last)),
    [],
  );
  const [pointInPage, pointInResult, pointInList] = useMemo(() => [point("page"), point("result"), point("list")], []);

  const summary = useMemo(() => {
    if (judgement === undefined) return "";
    const { words, allWords, allSections, milliseconds } = judgement;
    const share = `${words.toLocaleString("en")} of ${counted(allWords, "word")} kept`;
    return `${share}, ${counted(allSections, "section")}, ${Math.max(1, Math.round(milliseconds))} ms`;
  }, [judgement]);
  useEffect(() => {
    if (summary !== "") announce(summary);
  }, [summary]);
  useEffect(() => {
    if (segments.found !== undefined) announce(`${counted(segments.found.segments.length, "segment")} found`);
  }, [segments.found]);

  const pagePane = (
    <PagePane
      page={page}
      judgement={judgement}
      segments={segments}
      colouring={colouring}
      outlining={outlining}
      selected={selected}
      pointed={pointed === null || pointed.in === "page" ? null : pointed.node}
      isAway={pointed !== null && pointed.in !== "page"}
      isHeld={!isPageDue && tab === "result"}
      shown={shown}
      facts={facts.answer}
      scheme={scheme}
      onColouring={setColouring}
      onOutlining={setOutlining}
      onHover={pointInPage}
      onSelect={onSelect}
      onDetails={() => setTab("nodes")}
    />
  );
  const nodes = (
    <div class="nodes">
      <NodeTree page={page} judgement={judgement} selected={selected} onSelect={onSelect} onHover={pointInList} />
      <section class="node-facts" aria-label="The node">
        {shown === null || judgement === undefined ? (
          <p class="quiet">
            Point at a part of the page, or choose a node in the tree, to see why it was kept or dropped.
          </p>
        ) : (
          <NodeDetails page={page} judgement={judgement} node={shown} facts={facts.answer} onSelect={onSelect} />
        )}
      </section>
    </div>
  );
  const shared = { page, settings, onSelect };
  const panels = [
    {
      id: "result",
      name: "Result",
      panel: (
        <ResultPanel
          {...shared}
          first={first}
          judgement={judgement}
          scheme={scheme}
          onShown={showPage}
          pointed={pointed === null ? selected : pointed.in === "result" ? null : pointed.node}
          isAway={pointed !== null && pointed.in !== "result"}
          onHover={pointInResult}
        />
      ),
    },
    { id: "dropped", name: "Dropped", panel: <DroppedPanel {...shared} onHover={pointInList} /> },
    { id: "structure", name: "Structure", panel: <StructurePanel {...shared} judgement={judgement} /> },
    { id: "nodes", name: "Nodes", panel: nodes },
    { id: "map", name: "Map", panel: <MapPanel {...shared} /> },
  ];
  const options = (
    <div class="options">
      <OptionBar settings={settings} onChange={onSettings} />
      <details class="expert">
        <summary>Expert settings</summary>
        <SettingsPanel settings={settings} models={models} onChange={onSettings} onModelFile={onModelFile} />
      </details>
    </div>
  );

  return (
    <div class="inspect">
      <div class="headline">
        <h1 dir="auto">{page.metadata.title || page.name}</h1>
        <p class={judging.isStale ? "quiet working" : "quiet"}>
          {judging.failure === undefined ? summary || "Judging the page…" : null}
        </p>
        {judging.failure === undefined ? null : (
          <p class="trouble" role="alert">
            {judging.failure}
          </p>
        )}
        <div class="headline-end">
          <CopyButton what="link" text={props.link} look="button small" />
        </div>
      </div>
      {isNarrow ? (
        <Tabs
          label="Panels"
          look="all"
          chosen={tab}
          onChoose={setTab}
          tabs={[
            panels[0],
            { id: "page", name: "Page", panel: pagePane },
            { id: "options", name: "Options", panel: options },
            ...panels.slice(1),
          ]}
        />
      ) : (
        <>
          {options}
          <div class="columns">
            {pagePane}
            <Tabs label="Result and more" look="aside" tabs={panels} chosen={tab} onChoose={setTab} />
          </div>
        </>
      )}
    </div>
  );
}
