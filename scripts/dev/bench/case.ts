import type { Platform } from '#core/platform/platform.ts';
import type { Peer, PeerName } from './peers.ts';

export interface BenchCase<Input = unknown> {
  readonly name: string;
  /** Creates the input that all measured programs share and must not change. This step isn't measured. */
  readonly setUp: () => Promise<Input>;
  readonly ours: (input: Input, platform: Platform) => Promise<Result>;
  readonly peers: { readonly [Name in PeerName]?: (input: Input, peer: Peer<Name>) => Promise<Result> };
}

/** Output file whose size the benchmark's table shows; `undefined` for a case without a size. */
export type Result = Uint8Array | undefined;

/** Hides the input type of a benchmark case, so that one list can contain cases with different input types. */
export function defineCase<Input>(benchCase: BenchCase<Input>): BenchCase {
  return benchCase as BenchCase;
}
