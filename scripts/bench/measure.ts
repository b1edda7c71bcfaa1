import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Platform } from '#core/platform.ts';
import type { BenchCase, Result } from './case.ts';
import type { PeerName, Peers } from './peers.ts';

export const OURS = 'fudebako';

/** What one of a case's contestants took. */
export interface Measurement {
  readonly contestant: string;
  /** Of every round, in milliseconds. */
  readonly samplesMs: readonly number[];
  readonly medianMs: number;
  /** Size of the file it made, where it made one. */
  readonly bytes?: number;
  /** Why it has no figures. */
  readonly failure?: string;
}

/** Someone slow is not run for all the rounds: after so long it has had enough. */
const MAX_TOTAL_MS = 8_000;

/**
 * Runs a case's contestants in turn, in this process: a warm-up each, then rounds in which they
 * take their turns, so that what else the machine does meets them all alike.
 */
export async function measureCase(
  benchCase: BenchCase,
  { rounds, peers, platform }: { readonly rounds: number; readonly peers: Peers; readonly platform: Platform },
): Promise<Measurement[]> {
  const input = await benchCase.setUp();
  const contestants = [new Contestant(OURS, () => benchCase.ours(input, platform))];
  for (const [name, run] of Object.entries(benchCase.peers)) {
    const peer = peers[name as PeerName];
    if (peer) contestants.push(new Contestant(name, () => run(input, peer as never)));
  }
  for (const contestant of contestants) await contestant.warmUp();
  for (let round = 0; round < rounds; round++) for (const contestant of contestants) await contestant.takeTurn();
  return contestants.map((contestant) => contestant.measurement());
}

class Contestant {
  #samplesMs: number[] = [];
  #warmUpMs = 0;
  #bytes: number | undefined;
  #failure: string | undefined;

  constructor(
    readonly name: string,
    readonly run: () => Promise<Result>,
  ) {}

  async warmUp() {
    this.#warmUpMs = await this.#timed();
    // Of someone this slow, the first run is as good as any other.
    if (this.#warmUpMs > MAX_TOTAL_MS) this.#samplesMs.push(this.#warmUpMs);
  }

  async takeTurn() {
    const spent = this.#warmUpMs + this.#samplesMs.reduce((sum, ms) => sum + ms, 0);
    if (this.#failure === undefined && spent <= MAX_TOTAL_MS) this.#samplesMs.push(await this.#timed());
  }

  async #timed(): Promise<number> {
    // Nobody pays for the litter of whoever came before.
    collectGarbage();
    const start = performance.now();
    try {
      const result = await this.run();
      const ms = performance.now() - start;
      this.#bytes = result?.byteLength;
      return ms;
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      return 0;
    }
  }

  measurement(): Measurement {
    const failed = this.#failure !== undefined;
    return {
      contestant: this.name,
      samplesMs: failed ? [] : this.#samplesMs,
      medianMs: failed ? Number.NaN : median(this.#samplesMs),
      bytes: this.#bytes,
      failure: this.#failure,
    };
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
