import { plainLine } from "dehusk/internal/cli";
import type { RunStatus, StageStatus } from "../index.ts";

const widths = [9, 8, 8, 8, 8, 8] as const;
const shownFailures = 10;

/** The progress of a run, for people. */
export function runTable(run: RunStatus): string {
  const { records, failedRecords, recordsPerSecond, seconds, secondsLeft } = run;
  const rate = recordsPerSecond < 10 ? recordsPerSecond.toFixed(1) : String(Math.round(recordsPerSecond));
  const left = secondsLeft === null ? "" : `, this stage ends in about ${durationText(secondsLeft)}`;
  const failures = run.failures.slice(0, shownFailures).map(({ stage, number, reason }) => {
    return `  ${stage} ${number} failed: ${plainLine(reason)}`;
  });
  const others = run.failures.length - failures.length;
  return [
    `${plainLine(run.run)}: ${run.state}${run.reason === undefined ? "" : `: ${plainLine(run.reason)}`}`,
    `  results in ${plainLine(run.out)}`,
    row(["", "tasks", "done", "active", "waiting", "failed"]),
    ...run.stages.map(stageRow),
    `  ${records} records in ${durationText(seconds)}, ${rate} records/s, ${failedRecords} with errors${left}`,
    ...failures,
    ...(others > 0 ? [`  and ${others} more`] : []),
  ].join("\n");
}

function stageRow({ stage, tasks, done, active, waiting, failed }: StageStatus): string {
  return row([stage, ...[tasks, done, active, waiting, failed].map(String)]);
}

function row([name = "", ...cells]: readonly string[]): string {
  return `  ${name.padEnd(widths[0])}${cells.map((cell, i) => cell.padStart(widths[i + 1] as number)).join("")}`;
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
