import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { main } from "dehusk/internal/cli";

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command line within this process, in a folder of its own and with streams of its own: a thousand times as often
 * as by starting the program. The status is null when it does not end within `patience` milliseconds.
 */
export async function callMain(args: readonly string[], input: string, patience: number): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), "dehusk-fuzz-"));
  const home = process.cwd();
  const [stdout, stderr] = [new Collected(), new Collected()];
  const back = [
    put("stdin", Readable.from([Buffer.from(input)], { objectMode: false })),
    put("stdout", stdout),
    put("stderr", stderr),
  ];
  let timer: NodeJS.Timeout | undefined;
  try {
    process.chdir(folder);
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), patience);
    });
    const status = await Promise.race([main(args), late]);
    return { status, stdout: stdout.text, stderr: stderr.text };
  } finally {
    clearTimeout(timer);
    for (const restore of back) restore();
    process.chdir(home);
    await rm(folder, { recursive: true, force: true });
  }
}

class Collected extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}

/** Puts a stream in the place of one of this process; what puts the old one back. */
function put(name: "stdin" | "stdout" | "stderr", stream: Readable | Writable): () => void {
  const old = Object.getOwnPropertyDescriptor(process, name);
  Object.defineProperty(process, name, { configurable: true, get: () => stream });
  return () => {
    if (old !== undefined) Object.defineProperty(process, name, old);
  };
}
