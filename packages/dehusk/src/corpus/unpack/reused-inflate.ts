import { constants, createInflateRaw, type InflateRaw } from "node:zlib";

/** The parts of Node's engine that are used; they are not in its documentation. */
interface Handle {
  onerror: (message: string) => void;
  reset(): void;
  writeSync(
    flush: number,
    input: Uint8Array,
    inputOffset: number,
    inputLength: number,
    output: Uint8Array,
    outputOffset: number,
    outputLength: number,
  ): void;
}

/** Versions of Node on which the engine was tried. */
const triedVersions = new Set(["20", "22", "24"]);

/**
 * Inflates raw deflate data again and again with one engine: making a new one for each call, as `inflateRawSync` does,
 * takes a third of the time for records of a usual size. It rests on parts of Node that are not documented, so callers
 * check what comes out, and do without where there is no such engine.
 */
export class ReusedInflate {
  readonly #engine: InflateRaw;
  readonly #handle: Handle;
  /** What is left of the output and of the input after a call. */
  readonly #left: Uint32Array;
  #failed = false;

  private constructor(engine: InflateRaw, handle: Handle, left: Uint32Array) {
    this.#engine = engine;
    this.#handle = handle;
    this.#left = left;
    handle.onerror = () => {
      this.#failed = true;
    };
  }

  /** An engine, or undefined where Node has none that is known. */
  static create(): ReusedInflate | undefined {
    if (!triedVersions.has(process.versions.node.split(".")[0] as string)) return undefined;
    const engine = createInflateRaw();
    const { _handle: handle, _writeState: left } = engine as unknown as { _handle?: Handle; _writeState?: Uint32Array };
    if (typeof handle?.writeSync === "function" && typeof handle.reset === "function" && left instanceof Uint32Array) {
      return new ReusedInflate(engine, handle, left);
    }
    engine.close();
    return undefined;
  }

  /**
   * Inflates what begins at a place in the bytes; gives how many it took and how many it made, or undefined when the
   * data is damaged, breaks off, or fills the output, of which it leaves at least one byte.
   */
  inflate(bytes: Uint8Array, start: number, output: Uint8Array): { taken: number; made: number } | undefined {
    this.#failed = false;
    this.#handle.reset();
    const length = bytes.length - start;
    this.#handle.writeSync(constants.Z_FINISH, bytes, start, length, output, 0, output.length);
    const [outputLeft, inputLeft] = this.#left as unknown as [number, number];
    if (this.#failed || outputLeft === 0) return undefined;
    return { taken: length - inputLeft, made: output.length - outputLeft };
  }

  close(): void {
    this.#engine.close();
  }
}
