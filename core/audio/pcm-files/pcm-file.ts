import type { SourceTags } from '../tags/tags.ts';
import type { PcmFormat } from '../wav/pcm.ts';

/** A file of samples without compression, in AIFF or Core Audio Format. */
export interface PcmFile {
  readonly format: PcmFormat;
  /** True if 8-bit samples are signed; `decodeSamples` reads unsigned samples, as in WAV. */
  readonly isSigned8: boolean;
  readonly sampleRate: number;
  readonly sampleFrames: number;
  readonly dataStart: number;
  readonly truncated: boolean;
  readonly tags: SourceTags;
}

/** Maximum channels of a file, as in WAV. */
export const MAX_PCM_CHANNELS = 8;
