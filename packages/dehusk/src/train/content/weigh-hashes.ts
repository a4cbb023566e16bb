/** Counts where hashes of words occur, and whether that is content, host by host. */
export interface HashCounter {
  /** Adds an occurrence of a hash: a weight, and the share of it that is content. */
  add(hash: number, weight: number, share: number): void;
  /** Ends a host: hosts are weighted equally, however many pages they have. */
  endHost(): void;
  /**
   * Log-odds of content by hash, relative to all hashes, for hashes on enough hosts.
   *
   * @param prior Number of average hosts added to each hash, so that few hosts say little.
   */
  weights(leastHosts: number, prior: number, isRelative: boolean): Map<number, number>;
}

export function countHashes(): HashCounter {
  const current = new Map<number, { all: number; content: number }>();
  const total = new Map<number, { hosts: number; content: number }>();
  return {
    add(hash, weight, share) {
      const seen = current.get(hash);
      if (seen === undefined) current.set(hash, { all: weight, content: weight * share });
      else {
        seen.all += weight;
        seen.content += weight * share;
      }
    },
    endHost() {
      for (const [hash, { all, content }] of current) {
        const share = content / all;
        const known = total.get(hash);
        if (known === undefined) total.set(hash, { hosts: 1, content: share });
        else {
          known.hosts++;
          known.content += share;
        }
      }
      current.clear();
    },
    weights(leastHosts, prior, isRelative) {
      let hosts = 0;
      let content = 0;
      for (const each of total.values()) {
        hosts += each.hosts;
        content += each.content;
      }
      const common = isRelative ? content / Math.max(1, hosts) : 0.5;
      const weights = new Map<number, number>();
      for (const [hash, each] of total) {
        if (each.hosts < leastHosts) continue;
        const odds = (each.content + prior * common) / (each.hosts - each.content + prior * (1 - common));
        // If everything is content, or nothing is, no hash says more than the others.
        weights.set(hash, common === 0 || common === 1 ? 0 : Math.log(odds / (common / (1 - common))));
      }
      return weights;
    },
  };
}
