import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import type { Platform } from '#core/platform/platform.ts';
import { music, SAMPLE_RATE, throughMemory, wavOf } from '../audio-files.ts';
import { defineCase } from '../case.ts';
import { encodeByLamejs } from '../lamejs.ts';

const BITRATE = 192;

const toMp3 = (wav: Uint8Array<ArrayBuffer>, platform: Platform) =>
  throughMemory('music.wav', wav, (audio, sink) =>
    wavToMp3.run({ audio }, { bitrate: BITRATE, mode: 'cbr', vbrQuality: 2 }, { platform, sink }),
  );

const minutesOf = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

export const wavToMp3Case = (minutes: number) =>
  defineCase({
    name: `WAV → MP3, ${BITRATE} kbps, ${minutesOf(minutes)} of stereo`,
    setUp: async () => wavOf(music(minutes * 60)),
    ours: toMp3,
    peers: {
      lame: (wav, lame) => lame(['--quiet', '-b', String(BITRATE), '-', '-'], wav),
      ffmpeg: (wav, ffmpeg) =>
        ffmpeg(['-v', 'error', '-i', 'pipe:0', '-b:a', `${BITRATE}k`, '-f', 'mp3', 'pipe:1'], wav),
      'ffmpeg.wasm': (wav, ffmpeg) => ffmpeg(['-i', 'input', '-b:a', `${BITRATE}k`, '-f', 'mp3', 'output'], wav),
      lamejs: async (wav, Mp3Encoder) =>
        encodeByLamejs(new Mp3Encoder(2, SAMPLE_RATE, BITRATE), new Int16Array(wav.buffer, 44)),
    },
  });

export const mp3ToWavCase = (minutes: number) =>
  defineCase({
    name: `MP3 → WAV, ${BITRATE} kbps, ${minutesOf(minutes)} of stereo`,
    setUp: async () => {
      const { createNodePlatform } = await import('../../../platform/index.ts');
      const platform = createNodePlatform();
      const mp3 = await toMp3(wavOf(music(minutes * 60)), platform);
      platform.close();
      return mp3.slice() as Uint8Array<ArrayBuffer>;
    },
    ours: (mp3, platform) =>
      throughMemory('music.mp3', mp3, (audio, sink) => mp3ToWav.run({ audio }, { bitDepth: '16' }, { platform, sink })),
    peers: {
      lame: (mp3, lame) => lame(['--quiet', '--decode', '--mp3input', '-', '-'], mp3),
      ffmpeg: (mp3, ffmpeg) => ffmpeg(['-v', 'error', '-i', 'pipe:0', '-f', 'wav', 'pipe:1'], mp3),
      'ffmpeg.wasm': (mp3, ffmpeg) => ffmpeg(['-i', 'input', '-f', 'wav', 'output'], mp3),
    },
  });

export const audioCases = [wavToMp3Case(3), mp3ToWavCase(3)];
