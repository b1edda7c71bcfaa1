import type { ErrorCode } from '#core/base/errors.ts';
import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';

export interface AudioConversion {
  /** Route of the converter's screen; also its storage key. */
  readonly tool: 'wav_to_mp3' | 'mp3_to_wav';
  readonly operation: typeof wavToMp3 | typeof mp3ToWav;
  readonly from: 'wav' | 'mp3';
  readonly to: 'wav' | 'mp3';
  readonly accept: string;
  readonly wrongType: ErrorCode;
}

export const wavToMp3Conversion: AudioConversion = {
  tool: 'wav_to_mp3',
  operation: wavToMp3,
  from: 'wav',
  to: 'mp3',
  accept: '.wav,audio/wav,audio/x-wav',
  wrongType: 'audioOnlyWav',
};

export const mp3ToWavConversion: AudioConversion = {
  tool: 'mp3_to_wav',
  operation: mp3ToWav,
  from: 'mp3',
  to: 'wav',
  accept: '.mp3,audio/mpeg,audio/mp3',
  wrongType: 'audioOnlyMp3',
};
