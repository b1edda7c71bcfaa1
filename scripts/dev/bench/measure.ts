import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Platform } from '#core/platform/platform.ts';
import type { BenchCase, PeerName, Peers, Result } from './case.ts';

export const OURS = 'fudebako';

export interface Measurement {
  readonly contestant: string;
  readonly samplesMs: readonly number[];
  readonly medianMs: number;
  /** CPU time of all threads and child processes, independent of other load on the machine. */
  readonly medianCpuMs: number;
  readonly bytes?: number;
  readonly failure?: string;
}

/** Milliseconds after which a program gets fewer rounds. If a single run takes longer, there is no second run. */
const ENOUGH_MS = 8_000;
const FEW_ROUNDS = 3;

interface Sample {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Runs the measured programs in turns after a warm-up, so that other load on the machine affects all equally. */
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
  for (let round = 0; round < rounds; round++) for (const contestant of contestants) await contestant.runRound();
  return contestants.map((contestant) => contestant.measurement());
}

class Contestant {
  #samples: Sample[] = [];
  #spentMs = 0;
  #bytes: number | undefined;
  #failure: string | undefined;

  constructor(
    readonly name: string,
    readonly run: () => Promise<Result>,
  ) {}

  async warmUp() {
    const sample = await this.#timed();
    // For a slow program, the warm-up counts as a sample.
    if (sample && sample.ms > ENOUGH_MS) this.#samples.push(sample);
  }

  async runRound() {
    const slow = this.#spentMs > ENOUGH_MS;
    const [first] = this.#samples;
    if (this.#failure !== undefined || (first && first.ms > ENOUGH_MS)) return;
    if (slow && this.#samples.length >= FEW_ROUNDS) return;
    const sample = await this.#timed();
    if (sample) this.#samples.push(sample);
  }

  async #timed(): Promise<Sample | undefined> {
    // Collects garbage now, so that a program's garbage doesn't slow down the next program.
    collectGarbage();
    const start = performance.now();
    const cpuStart = processorMs();
    try {
      const result = await this.run();
      const ms = performance.now() - start;
      const cpuMs = processorMs() - cpuStart;
      this.#spentMs += ms;
      this.#bytes = result?.byteLength;
      return { ms, cpuMs };
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }

  measurement(): Measurement {
    const samples = this.#failure === undefined ? this.#samples : [];
    return {
      contestant: this.name,
      samplesMs: samples.map(({ ms }) => ms),
      medianMs: median(samples.map(({ ms }) => ms)),
      medianCpuMs: median(samples.map(({ cpuMs }) => cpuMs)),
      bytes: this.#bytes,
      failure: this.#failure,
    };
  }
}

/** Returns the CPU time of this process and its exited child processes, if the system reports CPU time. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + endedProgramsMs();
}

/** Parses `cutime` and `cstime` of proc(5), in hundredths of a second. */
function endedProgramsMs(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}

/** Returns the median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
