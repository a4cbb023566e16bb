/**
 * XXH64 with seed 0 (Yann Collet's xxHash, format description 0.1.1); Zstandard frames keep its low half as checksum.
 * 64-bit numbers are kept as two halves, since BigInt is ten times slower.
 */
export class XxHash64 {
  /** Four sums, low half first. */
  readonly #sums = new Uint32Array(8);
  readonly #rest = Buffer.alloc(stripeBytes);
  #restLength = 0;
  #length = 0;

  constructor() {
    const negated: Half2 = [-prime1[0] >>> 0, ~prime1[1] >>> 0];
    this.#sums.set([...add(prime1, prime2), ...prime2, ...zero, ...negated]);
  }

  update(bytes: Buffer): void {
    this.#length += bytes.length;
    let at = 0;
    if (this.#restLength > 0) {
      at = bytes.copy(this.#rest, this.#restLength, 0, stripeBytes - this.#restLength);
      this.#restLength += at;
      if (this.#restLength < stripeBytes) return;
      this.#addStripe(this.#rest, 0);
    }
    for (; at + stripeBytes <= bytes.length; at += stripeBytes) this.#addStripe(bytes, at);
    this.#restLength = bytes.copy(this.#rest, 0, at);
  }

  /** The low 32 bits of the hash. */
  lowHalf(): number {
    let sum: Half2 = this.#length >= stripeBytes ? this.#merged() : prime5;
    sum = add(sum, [this.#length >>> 0, Math.floor(this.#length / 2 ** 32)]);
    const rest = this.#rest.subarray(0, this.#restLength);
    let at = 0;
    for (; at + 8 <= rest.length; at += 8) {
      const word = round(zero, [rest.readUInt32LE(at), rest.readUInt32LE(at + 4)]);
      sum = add(multiply(rotate(xor(sum, word), 27), prime1), prime4);
    }
    if (at + 4 <= rest.length) {
      const word = multiply([rest.readUInt32LE(at), 0], prime1);
      sum = add(multiply(rotate(xor(sum, word), 23), prime2), prime3);
      at += 4;
    }
    for (; at < rest.length; at++) {
      sum = multiply(rotate(xor(sum, multiply([rest[at] as number, 0], prime5)), 11), prime1);
    }
    sum = multiply(xor(sum, [sum[1] >>> 1, 0]), prime2);
    sum = multiply(xor(sum, [((sum[0] >>> 29) | (sum[1] << 3)) >>> 0, sum[1] >>> 29]), prime3);
    return (sum[0] ^ sum[1]) >>> 0;
  }

  /** `round` for each of the four sums, inlined: this is the hot loop. */
  #addStripe(bytes: Buffer, at: number): void {
    const sums = this.#sums;
    for (let lane = 0; lane < 8; lane += 2) {
      const from = at + lane * 4;
      const low = wordAt(bytes, from);
      const high = wordAt(bytes, from + 4);
      // The sum, plus the word times the second prime.
      const product = Math.imul(low, prime2[0]) >>> 0;
      const productHigh = highHalf(low, prime2[0]) + Math.imul(low, prime2[1]) + Math.imul(high, prime2[0]);
      const added = (sums[lane] as number) + product;
      const sumLow = added >>> 0;
      const sumHigh = ((sums[lane + 1] as number) + productHigh + (added > 0xffffffff ? 1 : 0)) >>> 0;
      // Rotated by 31, times the first prime.
      const turnedLow = ((sumLow << 31) | (sumHigh >>> 1)) >>> 0;
      const turnedHigh = ((sumHigh << 31) | (sumLow >>> 1)) >>> 0;
      sums[lane] = Math.imul(turnedLow, prime1[0]);
      sums[lane + 1] =
        highHalf(turnedLow, prime1[0]) + Math.imul(turnedLow, prime1[1]) + Math.imul(turnedHigh, prime1[0]);
    }
  }

  #merged(): Half2 {
    const lanes = [0, 2, 4, 6].map((at): Half2 => [this.#sums[at] as number, this.#sums[at + 1] as number]);
    const turned = lanes.map((lane, i) => rotate(lane, [1, 7, 12, 18][i] as number));
    let sum = turned.reduce(add, zero);
    for (const lane of lanes) sum = add(multiply(xor(sum, round(zero, lane)), prime1), prime4);
    return sum;
  }
}

/** A 64-bit number: its low and its high half, both unsigned. */
type Half2 = readonly [low: number, high: number];

const stripeBytes = 32;
const zero: Half2 = [0, 0];
const prime1: Half2 = [0x85ebca87, 0x9e3779b1];
const prime2: Half2 = [0x27d4eb4f, 0xc2b2ae3d];
const prime3: Half2 = [0x9e3779f9, 0x165667b1];
const prime4: Half2 = [0xc2b2ae63, 0x85ebca77];
const prime5: Half2 = [0x165667c5, 0x27d4eb2f];

function wordAt(bytes: Buffer, at: number): number {
  return (
    ((bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)) >>>
    0
  );
}

/** The high half of the product of two 32-bit numbers. */
function highHalf(a: number, b: number): number {
  const [aHigh, aLow, bHigh, bLow] = [a >>> 16, a & 0xffff, b >>> 16, b & 0xffff];
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const other = aLow * bHigh + (middle & 0xffff);
  return aHigh * bHigh + (middle >>> 16) + (other >>> 16);
}

function add(a: Half2, b: Half2): Half2 {
  return [(a[0] + b[0]) >>> 0, (a[1] + b[1] + (a[0] + b[0] > 0xffffffff ? 1 : 0)) >>> 0];
}

function multiply(a: Half2, b: Half2): Half2 {
  const high = highHalf(a[0], b[0]) + Math.imul(a[0], b[1]) + Math.imul(a[1], b[0]);
  return [Math.imul(a[0], b[0]) >>> 0, high >>> 0];
}

function xor(a: Half2, b: Half2): Half2 {
  return [(a[0] ^ b[0]) >>> 0, (a[1] ^ b[1]) >>> 0];
}

/** Rotates left by fewer than 32 bits. */
function rotate([low, high]: Half2, bits: number): Half2 {
  return [((low << bits) | (high >>> (32 - bits))) >>> 0, ((high << bits) | (low >>> (32 - bits))) >>> 0];
}

function round(sum: Half2, word: Half2): Half2 {
  return multiply(rotate(add(sum, multiply(word, prime2)), 31), prime1);
}
