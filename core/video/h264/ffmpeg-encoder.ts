import type { RunFfmpeg, TimedImage, VideoEncoder, VideoEncoderSettings } from '../../platform/media.ts';
import { NalType, nalType, splitAnnexB } from './bits.ts';
import { x264Options } from './x264-options.ts';

/** Creates an encoder that runs x264 in the FFmpeg program: slow, but available everywhere. */
export function createFfmpegEncoder(run: RunFfmpeg): VideoEncoder {
  return {
    name: 'ffmpeg',
    encodesPerStill: 1,
    async encodeGroup(images, settings, signal) {
      const bytes = await joinImages(images);
      const input = { name: 'pictures.yuv', bytes };
      const output = 'group.h264';
      return splitImages(await run({ args: ffmpegArguments(settings, input.name, output), input, output }, signal));
    },
  };
}

function ffmpegArguments({ width, height, fps, quality, hold }: VideoEncoderSettings, input: string, output: string) {
  const options = Object.entries(x264Options({ quality, hold })).flatMap(([name, value]) => [`-${name}`, value]);
  return [
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(fps), '-i', input],
    ...['-c:v', 'libx264', ...options],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
    ...['-f', 'h264', output],
  ];
}

async function joinImages(images: AsyncIterable<TimedImage>): Promise<Uint8Array<ArrayBuffer>> {
  const planes: Uint8Array[] = [];
  for await (const { image } of images) planes.push(image.data);
  const bytes = new Uint8Array(planes.reduce((total, { length }) => total + length, 0));
  let offset = 0;
  for (const plane of planes) {
    bytes.set(plane, offset);
    offset += plane.length;
  }
  return bytes;
}

const START_CODE = new Uint8Array([0, 0, 0, 1]);

/** Splits a stream at access unit delimiters, which x264 writes before each access unit. */
function splitImages(stream: Uint8Array): Uint8Array[] {
  const images: Uint8Array[][] = [];
  for (const unit of splitAnnexB(stream)) {
    if (nalType(unit) === NalType.delimiter) images.push([]);
    images.at(-1)?.push(unit);
  }
  return images.map((units) => {
    const bytes = new Uint8Array(units.reduce((total, { length }) => total + START_CODE.length + length, 0));
    let offset = 0;
    for (const unit of units) {
      bytes.set(START_CODE, offset);
      bytes.set(unit, offset + START_CODE.length);
      offset += START_CODE.length + unit.length;
    }
    return bytes;
  });
}
