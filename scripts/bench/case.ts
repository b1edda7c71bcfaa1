import type { Platform } from '#core/platform/platform.ts';
import type { Peer, PeerName } from './peers.ts';

export interface BenchCase<Input = unknown> {
  readonly name: string;
  /** Creates the input that all programs share and must not change. Not measured. */
  readonly setUp: () => Promise<Input>;
  readonly ours: (input: Input, platform: Platform) => Promise<Result>;
  readonly peers: { readonly [Name in PeerName]?: (input: Input, peer: Peer<Name>) => Promise<Result> };
}

/** Output file whose size the table shows, if any. */
export type Result = Uint8Array | undefined;

/** Removes the input type of a case, so that one list can contain all cases. */
export function defineCase<Input>(benchCase: BenchCase<Input>): BenchCase {
  return benchCase as BenchCase;
}
