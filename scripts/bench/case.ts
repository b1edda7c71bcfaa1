import type { Platform } from '#core/platform/platform.ts';
import type { Peer, PeerName } from './peers.ts';

/** One piece of work that ours and its peers do in turn. */
export interface BenchCase<Input = unknown> {
  readonly name: string;
  /** Makes what everyone is given; it is not measured, and nobody may change it. */
  readonly setUp: () => Promise<Input>;
  readonly ours: (input: Input, platform: Platform) => Promise<Result>;
  readonly peers: { readonly [Name in PeerName]?: (input: Input, peer: Peer<Name>) => Promise<Result> };
}

/** A file, whose size is shown, or nothing worth showing. */
export type Result = Uint8Array | undefined;

/** Gives a case its exact types and then forgets its input's, so that cases of all kinds fit one list. */
export function defineCase<Input>(benchCase: BenchCase<Input>): BenchCase {
  return benchCase as BenchCase;
}
