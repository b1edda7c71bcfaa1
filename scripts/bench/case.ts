import type { Platform } from '#core/platform/platform.ts';
import type { Peer, PeerName } from './peers.ts';

/** Work that Fudebako and its peers do in turn. */
export interface BenchCase<Input = unknown> {
  readonly name: string;
  /** Creates the shared input. Not measured; the contestants must not change it. */
  readonly setUp: () => Promise<Input>;
  readonly ours: (input: Input, platform: Platform) => Promise<Result>;
  readonly peers: { readonly [Name in PeerName]?: (input: Input, peer: Peer<Name>) => Promise<Result> };
}

/** A file whose size is shown, or `undefined`. */
export type Result = Uint8Array | undefined;

/** Types a case exactly and then erases the input type, so that all cases fit one list. */
export function defineCase<Input>(benchCase: BenchCase<Input>): BenchCase {
  return benchCase as BenchCase;
}
