import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import type { Platform } from '#core/platform/platform.ts';
import { createNodePlatform } from '../../../platform/index.ts';
import { music, throughMemory, wavOf } from '../audio-files.ts';
import { defineCase } from '../case.ts';

const BITRATE = 192;

const toMp3 = (wav: Uint8Array<ArrayBuffer>, platform: Platform) =>
  throughMemory('music.wav', wav, (audio, sink) =>
    wavToMp3.run({ audio }, { bitrate: BITRATE, mode: 'cbr', vbrQuality: 2 }, { platform, sink }),
  );

const wavToMp3Case = defineCase({
  name: `WAV → MP3, ${BITRATE} kbps, 3 minutes of stereo`,
  setUp: async () => wavOf(music(180)),
  ours: toMp3,
  peers: {
    lame: (wav, lame) => lame(['--quiet', '-b', String(BITRATE), '-', '-'], wav),
    ffmpeg: (wav, ffmpeg) => ffmpeg(['-v', 'error', '-i', 'pipe:0', '-b:a', `${BITRATE}k`, '-f', 'mp3', 'pipe:1'], wav),
  },
});

const mp3ToWavCase = defineCase({
  name: `MP3 → WAV, ${BITRATE} kbps, 3 minutes of stereo`,
  setUp: async () => {
    const platform = createNodePlatform();
    const mp3 = await toMp3(wavOf(music(180)), platform);
    platform.close();
    return mp3.slice() as Uint8Array<ArrayBuffer>;
  },
  ours: (mp3, platform) =>
    throughMemory('music.mp3', mp3, (audio, sink) => mp3ToWav.run({ audio }, { bitDepth: '16' }, { platform, sink })),
  peers: {
    lame: (mp3, lame) => lame(['--quiet', '--decode', '--mp3input', '-', '-'], mp3),
    ffmpeg: (mp3, ffmpeg) => ffmpeg(['-v', 'error', '-i', 'pipe:0', '-f', 'wav', 'pipe:1'], mp3),
  },
});

export const audioCases = [wavToMp3Case, mp3ToWavCase];
