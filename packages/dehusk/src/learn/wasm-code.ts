/**
 * WebAssembly written by hand: the few instructions that tree-walker.ts needs, and a module with one function around
 * them (https://webassembly.github.io/spec/core/binary/). Every instruction is a list of bytes.
 */
export type Code = readonly number[];

/** Types of locals; vectors have 128 bits. */
export const LocalType = { Integer: 0x7f, Double: 0x7c, Vector: 0x7b } as const;

const noResult = 0x40;

export const add: Code = [0x6a];
export const multiply: Code = [0x6c];
export const subtract: Code = [0x6b];
export const shiftLeft: Code = [0x74];
export const isBelow: Code = [0x49];
export const trailingZeros: Code = [0x68];
export const addDouble: Code = [0xa0];
export const toDouble: Code = [0xbb];
/** Sets bytes: address, value, length. */
export const fill: Code = [0xfc, 0x0b, 0];

/** Each of four numbers: all bits set where it is at most the other. */
export const areAtMostFloats: Code = [0xfd, 0x45];
export const andBits: Code = [0xfd, 0x4e];
export const orBits: Code = [0xfd, 0x50];
/** Whether none of four integers is 0. */
export const areAllSet: Code = [0xfd, 0xa3, 0x01];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
/** Sets a local and leaves the value on the stack. */
export const tee = (local: number): Code => [0x22, ...unsigned(local)];
export const constant = (value: number): Code => [0x41, ...signed(value)];
export const load = (offset: number): Code => [0x28, 2, ...unsigned(offset)];
export const loadFloat = (offset: number): Code => [0x2a, 2, ...unsigned(offset)];
export const loadDouble = (offset: number): Code => [0x2b, 3, ...unsigned(offset)];
export const storeDouble = (offset: number): Code => [0x39, 3, ...unsigned(offset)];
export const loadVector = (offset: number): Code => [0xfd, 0, 4, ...unsigned(offset)];
export const storeVector = (offset: number): Code => [0xfd, 0x0b, 4, ...unsigned(offset)];
/** A vector of one number four times. */
export const loadSplat = (offset: number): Code => [0xfd, 0x09, 2, ...unsigned(offset)];
/** Replaces one of a vector's four numbers: address, vector. */
export const loadLane = (lane: number): Code => [0xfd, 0x56, 2, 0, lane];

/** Runs the code once, then again as long as it leaves something other than 0. */
export const repeat = (...code: readonly Code[]): Code => [0x03, noResult, ...code.flat(), 0x0d, 0, 0x0b];
/** Runs code that {@link leaveIf} may leave early. */
export const block = (...code: readonly Code[]): Code => [0x02, noResult, ...code.flat(), 0x0b];
/** Leaves the construct so many levels out if the number on the stack is not 0. */
export const leaveIf = (levels: number): Code => [0x0d, levels];

/**
 * The bytes of a module that imports a memory `env.memory` and exports a function `run` of 32-bit integers.
 *
 * @param locals How many there are of each type, after the parameters.
 */
export function moduleOf(
  parameters: number,
  locals: readonly (readonly [count: number, type: number])[],
  ...code: readonly Code[]
): Uint8Array<ArrayBuffer> {
  const declared = locals.flatMap(([count, type]) => [...unsigned(count), type]);
  const body = [locals.length, ...declared, ...code.flat(), 0x0b];
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, parameters, ...Array.from({ length: parameters }, () => LocalType.Integer), 0]),
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
