import type { Page } from '@playwright/test';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import sharp from 'sharp';
import type { Upload } from './pictures.ts';

/** A picture of one colour. */
export async function colored(name: string, color: string, width = 320, height = 180): Promise<Upload> {
  const picture = sharp({ create: { width, height, channels: 3, background: color } });
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() };
}

/** A tone as a stereo WAV of 16 bits. */
export function toneUpload(name: string, seconds: number, rate = 44_100): Upload {
  const frames = Math.round(seconds * rate);
  const buffer = Buffer.alloc(44 + frames * 4);
  buffer.write('RIFF', 0);
  buffer.writeUInt32LE(36 + frames * 4, 4);
  buffer.write('WAVEfmt ', 8);
  buffer.writeUInt32LE(16, 16);
  buffer.writeUInt16LE(1, 20);
  buffer.writeUInt16LE(2, 22);
  buffer.writeUInt32LE(rate, 24);
  buffer.writeUInt32LE(rate * 4, 28);
  buffer.writeUInt16LE(4, 32);
  buffer.writeUInt16LE(16, 34);
  buffer.write('data', 36);
  buffer.writeUInt32LE(frames * 4, 40);
  for (let frame = 0; frame < frames; frame++) {
    const value = Math.round(9000 * Math.sin((2 * Math.PI * 440 * frame) / rate));
    buffer.writeInt16LE(value, 44 + frame * 4);
    buffer.writeInt16LE(value, 46 + frame * 4);
  }
  return { name, mimeType: 'audio/wav', buffer };
}

/** What a container says of a video, as another reader than the writer's side sees it. */
export async function describeVideo(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video || !audio) throw new Error('A track is missing');
  const frames: { readonly time: number; readonly isKey: boolean }[] = [];
  for await (const { timestamp, type } of new EncodedPacketSink(video).packets())
    frames.push({ time: timestamp, isKey: type === 'key' });
  return {
    codec: (await video.getCodecParameterString()) ?? '',
    size: [await video.getCodedWidth(), await video.getCodedHeight()],
    frames,
    keys: frames.filter(({ isKey }) => isKey).map(({ time }) => time),
    audio: [await audio.getCodecParameterString(), await audio.getSampleRate(), await audio.getNumberOfChannels()],
    audioSeconds: await audio.computeDuration(),
    boxes: topBoxes(bytes),
  };
}

function topBoxes(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    names.push(bytes.toString('latin1', at + 4, at + 8));
    const size = bytes.readUInt32BE(at);
    at += size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size === 0 ? bytes.length : size;
  }
  return names;
}

/** The colour in the middle of a video at some times, as a video element of the browser's own shows it. */
export function colorsAt(page: Page, bytes: Buffer, times: readonly number[]): Promise<number[][]> {
  return page.evaluate(
    async ([base64, seconds]) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([data], { type: 'video/mp4' }));
      await new Promise((resolve, reject) => {
        video.oncanplay = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      const colors: number[][] = [];
      for (const second of seconds) {
        const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
        video.currentTime = second;
        await seeked;
        context.drawImage(video, 0, 0);
        colors.push([...context.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data.slice(0, 3)]);
      }
      URL.revokeObjectURL(video.src);
      return colors;
    },
    [bytes.toString('base64'), times] as const,
  );
}

/** The colour in the middle of the stage. */
export const stageColor = (page: Page): Promise<number[]> =>
  page.locator('canvas[data-shown]').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    return [...context.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data.slice(0, 3)];
  });
