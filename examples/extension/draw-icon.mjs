import { crc32, deflateSync } from "node:zlib";

const husk = [217, 122, 31, 255];
const kernel = [26, 95, 168, 255];
const clear = [0, 0, 0, 0];

/** A kernel in its open husk, as a PNG of so many pixels a side. */
export function drawIcon(size) {
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (_, x) => colourAt((x + 0.5) / size, (y + 0.5) / size)).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Within an ellipse the kernel; between it and two larger ones, moved to the sides, the husk. */
function colourAt(x, y) {
  const inside = (centre, width, height) => ((x - centre) / width) ** 2 + ((y - 0.5) / height) ** 2 <= 1;
  if (inside(0.5, 0.19, 0.36)) return kernel;
  const gap = inside(0.5, 0.24, 0.42);
  return !gap && (inside(0.33, 0.29, 0.46) || inside(0.67, 0.29, 0.46)) ? husk : clear;
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
