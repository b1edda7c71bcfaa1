/// <reference path="./lamejs.d.ts" />
import { Mp3Encoder as Lamejs } from 'lamejs';
import { joinBytes } from '../../base/bytes.ts';
import { quantizeTo16 } from '../dsp/quantize.ts';
import { parseMp3Header } from './mp3-frames.ts';
import { type Mp3Encoder, type Mp3Settings, nearestBitrate } from './mp3-settings.ts';

/** Average bitrates in kbps of VBR qualities 0 to 9 (LAME's manual), because lamejs has constant bitrates only. */
const VBR_AVERAGES = [245, 225, 190, 175, 165, 130, 115, 100, 85, 65] as const;

/** Opens lamejs (LAME 3.98 in JavaScript). Dithers the samples, because lamejs requires 16-bit samples. */
export function createLamejs(settings: Mp3Settings): Mp3Encoder {
  const encoder = open(settings);
  let position = 0;
  return {
    encode(samples) {
      const [left, right] = samples.map((channel, index) => quantizeTo16(channel, position, index));
      position += samples[0]?.length ?? 0;
      return toBytes(encoder.encodeBuffer(left as Int16Array, right));
    },
    finish: () => toBytes(encoder.flush()),
  };
}

function open({ channels, sampleRate, bitrateKbps, vbrQuality }: Mp3Settings): Lamejs {
  const requested = bitrateKbps ?? VBR_AVERAGES[Math.round(vbrQuality ?? 0)] ?? VBR_AVERAGES[0];
  return new Lamejs(channels, sampleRate, nearestBitrate(requested, sampleRate));
}

/** Returns the sample rate that lamejs writes, which is lower than requested at low bitrates. */
export function lamejsSampleRate(settings: Mp3Settings): number {
  const encoder = open(settings);
  const silence = new Int16Array(1152 * 4);
  const mp3Frames = joinBytes(toBytes(encoder.encodeBuffer(silence, silence)), toBytes(encoder.flush()));
  const rate = parseMp3Header(mp3Frames)?.sampleRate ?? settings.sampleRate;
  return rate === settings.sampleRate ? rate : lamejsSampleRate({ ...settings, sampleRate: rate });
}

function toBytes(encoded: Uint8Array | Int8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.byteLength).slice() as Uint8Array<ArrayBuffer>;
}
