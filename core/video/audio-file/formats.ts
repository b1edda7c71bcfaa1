import type { pcmDepths } from '../../audio/dsp/quantize.ts';
import { choice, number, type ValuesOf, visibleWhen } from '../../parameters/fields.ts';

/** Formats of audio files that are written. */
export const audioFormats = ['mp3', 'm4a', 'wav', 'flac', 'opus'] as const;
export type AudioFormat = (typeof audioFormats)[number];

const LOSSY = ['mp3', 'm4a', 'opus'];

/** Sample rates in hertz that MP3 and M4A have too, and `source` for that of the source. */
const sampleRates = ['source', '8000', '16000', '22050', '24000', '32000', '44100', '48000', '96000'] as const;

/** Parameters of an audio file that is written. */
export const audioFileParameters = {
  format: choice({ options: audioFormats, default: 'mp3' }),
  bitrate: visibleWhen(
    { format: LOSSY },
    number({ default: 192, min: 32, max: 320, step: 1, fractionDigits: 0, integerDigits: 3, unit: 'kbps' }),
  ),
  bitDepth: visibleWhen({ format: ['wav', 'flac'] }, choice({ options: ['16', '24', '32f'], default: '16' })),
  sampleRate: visibleWhen(
    { format: ['mp3', 'm4a', 'wav', 'flac'] },
    choice({ options: sampleRates, default: 'source' }),
  ),
  channels: choice({ options: ['source', '1', '2'], default: 'source' }),
};

export type AudioFileSettings = ValuesOf<typeof audioFileParameters>;

export const depthOf = (bitDepth: AudioFileSettings['bitDepth']): (typeof pcmDepths)[number] =>
  bitDepth === '32f' ? 'float' : bitDepth;
