import { counted } from "dehusk/internal/basics";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { AddedModel, Comparison, Judgement, OpenedPage, PageSource } from "../engine/messages.ts";
import { judgingKey, type Settings } from "../engine/settings.ts";
import { PageFrame } from "../frame/page-frame.tsx";
import { useAnnounce } from "./announcer.tsx";
import { CopyButton } from "./copy-button.tsx";
import { engine, otherSegmentEngine, segmentEngine } from "./engines.ts";
import { type Colouring, heatOf, type Outlining, outlinesOf } from "./frame-marks.ts";
import { OptionBar } from "./option-bar.tsx";
import { PageMarks, SegmentStatus } from "./page-marks.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { Tabs } from "./tabs.tsx";
import type { Scheme } from "./theme.ts";
import { useAnswer } from "./use-answer.ts";
import { narrow, useMedia } from "./use-media.ts";
import { type SegmentSearch, useSegments } from "./use-segments.ts";
import { WordDifference } from "./word-difference.tsx";

interface CompareViewProps {
  readonly page: OpenedPage;
  readonly source: PageSource;
  readonly a: Settings;
  readonly b: Settings;
  readonly models: readonly AddedModel[];
  readonly scheme: Scheme;
  readonly selected: number | null;
  /** The link to these settings, and to the page if others can open it. */
  readonly link: string;
  readonly onSelect: (node: number) => void;
  readonly onA: (settings: Settings) => void;
  readonly onB: (settings: Settings) => void;
  readonly onModelFile: (file: File, side: "a" | "b") => void;
}

const delay = 120;

/** One page under two sets of settings, side by side, and what differs. */
export function CompareView(props: CompareViewProps) {
  const { page, source, a, b, models, scheme, selected, onSelect, onA, onB, onModelFile } = props;
  const isNarrow = useMedia(narrow);
  const announce = useAnnounce();
  const [colouring, setColouring] = useState<Colouring>("kept");
  const [outlining, setOutlining] = useState<Outlining>("none");
  const [tab, setTab] = useState("difference");
  const [ground, setGround] = useState<Scheme>("light");
  const keys = [judgingKey(a), judgingKey(b)] as const;
  const first = useAnswer(page, keys[0], () => engine.ask("judge", a), delay);
  const second = useAnswer(page, keys[1], () => engine.ask("judge", b), delay);
  const compared = useAnswer(page, keys.join(), () => engine.ask("compare", { a, b }), delay);
  const wantsSegments = outlining === "segments";
  const firstSegments = useSegments(segmentEngine, source, a, wantsSegments);
  const secondSegments = useSegments(otherSegmentEngine, source, b, wantsSegments);
  const difference = compared.answer;
  useEffect(() => {
    if (difference !== undefined)
      announce(`${counted(difference.onlyA, "word")} only in A, ${difference.onlyB} only in B`);
  }, [difference]);

  const onReady = (dark: boolean): void => setGround(dark ? "dark" : "light");
  const shared = { page, models, scheme, selected, onSelect, onReady, isNarrow, colouring, outlining };
  const sideA = (
    <Side
      name="A"
      settings={a}
      onSettings={onA}
      onModelFile={(file) => onModelFile(file, "a")}
      judging={first}
      segments={firstSegments}
      {...shared}
    />
  );
  const sideB = (
    <Side
      name="B"
      settings={b}
      onSettings={onB}
      onModelFile={(file) => onModelFile(file, "b")}
      judging={second}
      segments={secondSegments}
      {...shared}
    />
  );
  const result = (
    <section class="difference" aria-label="Difference">
      <h2>Difference</h2>
      {compared.failure === undefined ? null : <p class="trouble">{compared.failure}</p>}
      {difference === undefined ? (
        <p class="quiet">Comparing…</p>
      ) : (
        <>
          <Numbers
            difference={difference}
            a={first.answer}
            b={second.answer}
            segments={wantsSegments ? [firstSegments, secondSegments] : undefined}
          />
          <WordDifference difference={difference} />
        </>
      )}
    </section>
  );
  return (
    <div class="compare">
      <div class="headline">
        <h1>What two settings make of the page</h1>
        <p class="quiet" dir="auto">
          {page.metadata.title || page.name}
        </p>
        <div class="headline-end">
          <CopyButton what="link" text={props.link} look="button small" />
        </div>
      </div>
      {isNarrow ? (
        <Tabs
          label="Difference and sides"
          look="all"
          keep
          chosen={tab}
          onChoose={setTab}
          tabs={[
            { id: "difference", name: "Difference", panel: result },
            { id: "a", name: "A", panel: sideA },
            { id: "b", name: "B", panel: sideB },
          ]}
        />
      ) : (
        <>
          <div class="choices">
            <SideOptions name="A" settings={a} onSettings={onA} />
            <SideOptions name="B" settings={b} onSettings={onB} />
          </div>
          {result}
          <div class="page-bar">
            <h2>The page</h2>
            <PageMarks
              colouring={colouring}
              outlining={outlining}
              ground={ground}
              onColouring={setColouring}
              onOutlining={setOutlining}
            />
          </div>
          <div class="sides">
            {sideA}
            {sideB}
          </div>
        </>
      )}
    </div>
  );
}

interface SideOptionsProps {
  readonly name: string;
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
}

function SideOptions({ name, settings, onSettings }: SideOptionsProps) {
  return (
    <section class="side-options" aria-label={`Options of ${name}`}>
      <h2>{name}</h2>
      <OptionBar settings={settings} onChange={onSettings} />
    </section>
  );
}

interface SideProps {
  readonly name: string;
  readonly page: OpenedPage;
  readonly settings: Settings;
  readonly models: readonly AddedModel[];
  readonly judging: { readonly answer: Judgement | undefined; readonly failure: string | undefined };
  readonly segments: SegmentSearch;
  readonly colouring: Colouring;
  readonly outlining: Outlining;
  readonly scheme: Scheme;
  readonly selected: number | null;
  readonly isNarrow?: boolean;
  readonly onReady: (dark: boolean) => void;
  readonly onSelect: (node: number) => void;
  readonly onSettings: (settings: Settings) => void;
  readonly onModelFile: (file: File) => void;
}

function Side(props: SideProps) {
  const { name, page, settings, models, judging, segments, colouring, outlining, scheme, selected } = props;
  const judgement = judging.answer;
  const heat = useMemo(() => heatOf(page, judgement, colouring), [page, judgement, colouring]);
  const outlines = useMemo(
    () => outlinesOf(outlining, judgement?.sections, segments.found?.segments),
    [outlining, judgement, segments.found],
  );
  return (
    <section class="side-of-two" aria-label={`Side ${name}`}>
      <h2>
        {name}
        <span class="quiet">
          {judgement === undefined ? "…" : `${counted(judgement.words, "word")} kept, model ${judgement.model}`}
        </span>
      </h2>
      {judging.failure === undefined ? null : <p class="trouble">{judging.failure}</p>}
      {props.isNarrow ? <SideOptions name={name} settings={settings} onSettings={props.onSettings} /> : null}
      <details class="expert">
        <summary>Expert settings of {name}</summary>
        <SettingsPanel
          settings={settings}
          models={models}
          onChange={props.onSettings}
          onModelFile={props.onModelFile}
        />
      </details>
      {outlining === "segments" ? <SegmentStatus segments={segments} /> : null}
      <div class="frame-box">
        <PageFrame
          html={page.frame}
          heat={heat}
          outlines={outlines}
          selected={selected}
          onHover={ignore}
          onReady={props.onReady}
          onSelect={props.onSelect}
          title={`The page under settings ${name}`}
          scheme={scheme}
        />
      </div>
    </section>
  );
}

function ignore(): void {}

interface NumbersProps {
  readonly difference: Comparison;
  readonly a: Judgement | undefined;
  readonly b: Judgement | undefined;
  readonly segments: readonly [SegmentSearch, SegmentSearch] | undefined;
}

function Numbers({ difference, a, b, segments }: NumbersProps) {
  const rows: readonly (readonly [string, string, string])[] = [
    ["Words kept", shown(a?.words), shown(b?.words)],
    ["Words only it keeps", shown(difference.onlyA), shown(difference.onlyB)],
    ["Confidence", share(a?.confidence), share(b?.confidence)],
    ["Sections", shown(a?.allSections), shown(b?.allSections)],
    ...(segments === undefined
      ? []
      : [["Segments", shown(segments[0].found?.segments.length), shown(segments[1].found?.segments.length)] as const]),
  ];
  return (
    <table class="numbers">
      <caption>
        {shown(difference.both)} words are kept by both, {shown(difference.neither)} by neither.
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col" class="number">
            A
          </th>
          <th scope="col" class="number">
            B
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ofA, ofB]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number">{ofA}</td>
            <td class="number">{ofB}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown(number: number | undefined): string {
  return number === undefined ? "…" : number.toLocaleString("en");
}

function share(value: number | null | undefined): string {
  if (value === undefined) return "…";
  return value === null ? "–" : `${Math.round(100 * value)} %`;
}
