import type { Platform } from '#core/platform/platform.ts';
import type { Peer, PeerName } from './peers.ts';

/** A task that Fudebako and its peers are measured on. */
export interface BenchCase<Input = unknown> {
  readonly name: string;
  /** Creates the input of all contestants, who must not change it. Not measured. */
  readonly setUp: () => Promise<Input>;
  readonly ours: (input: Input, platform: Platform) => Promise<Result>;
  readonly peers: { readonly [Name in PeerName]?: (input: Input, peer: Peer<Name>) => Promise<Result> };
}

/** An output file whose size is shown, if any. */
export type Result = Uint8Array | undefined;

/** Erases the input type of a case, so that all cases fit into one list. */
export function defineCase<Input>(benchCase: BenchCase<Input>): BenchCase {
  return benchCase as BenchCase;
}
