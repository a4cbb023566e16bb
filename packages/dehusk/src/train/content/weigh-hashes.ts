/** Counts where hashes of words occur, and whether that is content, host by host. */
export interface HashCounter {
  /** Adds an occurrence of a hash: a weight, and the share of it that is content. */
  add(hash: number, weight: number, share: number): void;
  /** Ends a host: hosts are weighted equally, however many pages they have. */
  endHost(): void;
  /**
   * Log-odds of content by hash, relative to all hashes, for hashes on enough hosts.
   *
   * @param prior How many hosts of the common share each hash is given, so that few hosts say little.
   * @param most Most hashes: those whose weight, times the hosts they were met on, is greatest.
   */
  weights(leastHosts: number, prior: number, isRelative: boolean, most?: number): Map<number, number>;
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
    weights(leastHosts, prior, isRelative, most = Number.POSITIVE_INFINITY) {
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
      if (weights.size <= most) return weights;
      const evidence = (hash: number, weight: number) => Math.abs(weight) * (total.get(hash)?.hosts ?? 0);
      const byEvidence = [...weights].sort((a, b) => evidence(...b) - evidence(...a) || a[0] - b[0]);
      return new Map(byEvidence.slice(0, most));
    },
  };
}
