/**
 * WebAssembly written by hand: the few instructions that tree-walker.ts needs, and a module with one function around
 * them (https://webassembly.github.io/spec/core/binary/). Every instruction is a list of bytes.
 */
export type Code = readonly number[];

const i32 = 0x7f;
const noResult = 0x40;

export const add: Code = [0x6a];
export const isBelow: Code = [0x49];
/** Of two numbers the first if the condition is not 0. */
export const select: Code = [0x1b];
export const isAtMostFloat: Code = [0x5f];
export const addDouble: Code = [0xa0];
export const toDouble: Code = [0xbb];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
/** Sets a local and leaves the value on the stack. */
export const tee = (local: number): Code => [0x22, ...unsigned(local)];
export const constant = (value: number): Code => [0x41, ...signed(value)];
export const load = (offset: number): Code => [0x28, 2, ...unsigned(offset)];
export const loadFloat = (offset: number): Code => [0x2a, 2, ...unsigned(offset)];
export const loadDouble = (offset: number): Code => [0x2b, 3, ...unsigned(offset)];
export const storeDouble = (offset: number): Code => [0x39, 3, ...unsigned(offset)];

/** Runs the code once, then again as long as it leaves something other than 0. */
export const repeat = (...code: readonly Code[]): Code => [0x03, noResult, ...code.flat(), 0x0d, 0, 0x0b];

/** The bytes of a module that imports a memory `env.memory` and exports a function `run`; all numbers are 32-bit integers. */
export function moduleOf(parameters: number, locals: number, ...code: readonly Code[]): Uint8Array<ArrayBuffer> {
  const body = [1, ...unsigned(locals), i32, ...code.flat(), 0x0b];
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, parameters, ...Array.from({ length: parameters }, () => i32), 0]),
    ...section(2, [1, ...name("env"), ...name("memory"), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name("run"), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  );
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function name(text: string): Code {
  return [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
}

/** Integers in groups of seven bits, the lowest first (LEB128). */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
