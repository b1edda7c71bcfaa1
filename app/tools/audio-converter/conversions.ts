import type { ErrorCode } from '#core/base/errors.ts';
import { convertAudio } from '#core/operations/convert-audio.ts';
import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import { ACCEPTED_AUDIO } from '../../intake/accepted-audio.ts';

export interface AudioConversion {
  /** Route of the converter's screen; also its storage key. */
  readonly tool: 'wav_to_mp3' | 'mp3_to_wav' | 'audio_converter';
  readonly operation: typeof wavToMp3 | typeof mp3ToWav | typeof convertAudio;
  /** The only extension that the converter takes, and the error for others; undefined if it takes any audio. */
  readonly from?: { readonly extension: 'wav' | 'mp3'; readonly wrongType: ErrorCode };
  /** Returns the extension of the results. */
  readonly to: (params: Readonly<Record<string, unknown>>) => string;
  readonly accept: string;
  readonly sample: string;
}

export const wavToMp3Conversion: AudioConversion = {
  tool: 'wav_to_mp3',
  operation: wavToMp3,
  from: { extension: 'wav', wrongType: 'audioOnlyWav' },
  to: () => 'mp3',
  accept: '.wav,audio/wav,audio/x-wav',
  sample: '/samples/sample.wav',
};

export const mp3ToWavConversion: AudioConversion = {
  tool: 'mp3_to_wav',
  operation: mp3ToWav,
  from: { extension: 'mp3', wrongType: 'audioOnlyMp3' },
  to: () => 'wav',
  accept: '.mp3,audio/mpeg,audio/mp3',
  sample: '/samples/sample.mp3',
};

export const anyConversion: AudioConversion = {
  tool: 'audio_converter',
  operation: convertAudio,
  to: ({ format }) => String(format),
  accept: ACCEPTED_AUDIO,
  sample: '/samples/sample.wav',
};
