import type { MediaTags, SourceTags } from '../../audio/tags/tags.ts';
import type { PcmFormat } from '../../audio/wav/pcm.ts';
import type { OperationContext } from '../../platform/context.ts';

export interface AudioSource {
  readonly sampleRate: number;
  readonly sampleFrames: number;
  readonly durationSec: number;
  readonly truncated: boolean;
  readonly tags?: MediaTags | undefined;
  /** All tags that a copy needs, of a format whose reader knows more than `tags`. */
  readonly sourceTags?: SourceTags;
  /** True if damage was found so far. Damage in MP3 main data and NaN are known only after the data was read. */
  damaged: boolean;
  /** True if samples that were read so far exceeded full scale and were clipped. */
  clipped: boolean;
  readonly format: PcmFormat;
  readonly channelMask: number;
  /** Reads the blocks with frames `[first, last)`, at most up to the end of the file. */
  readBlocks(first: number, last: number, context: ReadContext): Promise<Blocks>;
}

export interface Blocks {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Index in the audio file of the first frame in `bytes`. */
  readonly firstFrame: number;
}

export type ReadContext = Pick<OperationContext, 'platform' | 'signal'>;
