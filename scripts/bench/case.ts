import type { Platform } from '#core/platform/platform.ts';
import type { Peer, PeerName } from './peers.ts';

/** One task for this project and its peers. */
export interface BenchCase<Input = unknown> {
  readonly name: string;
  /** Makes the input, which is not measured and must not be modified. */
  readonly setUp: () => Promise<Input>;
  readonly ours: (input: Input, platform: Platform) => Promise<Result>;
  readonly peers: { readonly [Name in PeerName]?: (input: Input, peer: Peer<Name>) => Promise<Result> };
}

/** A file, whose size is shown, or `undefined`. */
export type Result = Uint8Array | undefined;

/** Checks a case's types, then drops the input's type, so all cases fit one list. */
export function defineCase<Input>(benchCase: BenchCase<Input>): BenchCase {
  return benchCase as BenchCase;
}
