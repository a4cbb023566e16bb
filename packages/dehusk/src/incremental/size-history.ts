/**
 * Table size over time, in bounded memory: one point every `stride` pages; if there are too many, every second one is
 * dropped and the stride doubles.
 */

const mostPoints = 256;

export interface SizePoint {
  readonly page: number;
  readonly segments: number;
  readonly bytes: number;
}

export class SizeHistory {
  stride = 1;
  points: SizePoint[] = [];

  /** Call once per page, in order. */
  add(page: number, segments: number, bytes: number): void {
    if (page % this.stride !== 0) return;
    this.points.push({ page, segments, bytes });
    if (this.points.length < mostPoints) return;
    this.stride *= 2;
    this.points = this.points.filter((point) => point.page % this.stride === 0);
  }
}
