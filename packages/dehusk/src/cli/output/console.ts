import { styleText } from "node:util";
import { DehuskError } from "../../basics/index.ts";
import { percent, timeLeft } from "./time-left.ts";
import { errorLine, visible } from "./write-output.ts";

/** Messages for people, on stderr: stdout is for data. */
export interface Console {
  warn(message: string): void;
  /** Reports what was done. */
  note(message: string): void;
  error(error: unknown, id?: string): void;
  /** Shows progress; on a terminal only. */
  progress(done: number, total: number, what: string): void;
  /** Shows progress towards an unknown total; on a terminal only. */
  status(text: string): void;
  /** Removes the progress line. */
  endProgress(): void;
}

export interface ConsoleOptions {
  readonly json: boolean;
  readonly quiet: boolean;
}

export function createConsole({ json, quiet }: ConsoleOptions, stream: NodeJS.WriteStream = process.stderr): Console {
  const colours = stream.isTTY === true && !process.env["NO_COLOR"];
  const bar = stream.isTTY === true && !quiet && !json;
  let shown = false;
  /** When the progress that is shown began, and with how much done. */
  let began: { readonly at: number; readonly done: number } | undefined;
  const clear = (): void => {
    if (shown) stream.write("\r\u001b[2K");
    shown = false;
  };
  const paint = (colour: "red" | "yellow", text: string): string => (colours ? styleText(colour, text) : text);
  return {
    warn(message) {
      if (quiet || json) return;
      clear();
      stream.write(`${paint("yellow", "warning:")} ${visible(message)}\n`);
    },
    note(message) {
      if (quiet || json) return;
      clear();
      stream.write(`${visible(message)}\n`);
    },
    error(error, id) {
      clear();
      const { code, message } = describe(error);
      if (json) stream.write(errorLine(id, { code, message }));
      else stream.write(`${paint("red", "error:")} ${visible(id === undefined ? message : `${id}: ${message}`)}\n`);
    },
    progress(done, total, what) {
      if (!bar) return;
      const width = 24;
      const filled = total === 0 ? width : Math.round((done / total) * width);
      if (began === undefined || done < began.done) began = { at: performance.now(), done };
      const left = timeLeft((performance.now() - began.at) / 1000, done - began.done, total - began.done);
      const figures = [`${done}/${total}`, percent(done, total), ...(left === undefined ? [] : [left])].join(", ");
      const room = (stream.columns || 80) - width - figures.length - 3;
      const shownName = visible(what).replaceAll("\n", " ");
      const name =
        shownName.length > room ? `…${shownName.slice(shownName.length - Math.max(room - 1, 0))}` : shownName;
      stream.write(`\r\u001b[2K${"█".repeat(filled)}${"░".repeat(width - filled)} ${figures} ${name}`);
      shown = true;
    },
    status(text) {
      if (!bar) return;
      stream.write(`\r\u001b[2K${visible(text)}`);
      shown = true;
    },
    endProgress() {
      began = undefined;
      clear();
    },
  };
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof DehuskError) return { code: error.code, message: error.message };
  return {
    code: "internal",
    message: `This should not happen: ${error instanceof Error ? error.stack : String(error)}`,
  };
}
