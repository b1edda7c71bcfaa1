/// <reference path="./lamejs.d.ts" />
import { Mp3Encoder as Lamejs } from 'lamejs';
import { type Mp3Encoder, type Mp3Settings, nearestBitrate } from './mp3-encoder.ts';
import { quantizeTo16 } from './quantize.ts';

/** What LAME's quality steps come to on average, in kbps (lame's manual): lamejs has constant bitrates only. */
const VBR_AVERAGES = [245, 225, 190, 175, 165, 130, 115, 100, 85, 65] as const;

/** LAME 3.98 translated to JavaScript. It takes 16-bit samples: they are dithered. */
export function createLamejs({ channels, sampleRate, bitrateKbps, vbrQuality }: Mp3Settings): Mp3Encoder {
  const wish = bitrateKbps ?? VBR_AVERAGES[Math.round(vbrQuality ?? 0)] ?? VBR_AVERAGES[0];
  const encoder = new Lamejs(channels, sampleRate, nearestBitrate(wish, sampleRate));
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

function toBytes(encoded: Uint8Array | Int8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.byteLength).slice() as Uint8Array<ArrayBuffer>;
}
