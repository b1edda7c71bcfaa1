import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny';
import type { VideoEncoderSettings, YuvImage } from '../../platform/media.ts';
import { decoderConfig, type EncodedGop } from './encode-gop.ts';

/** Maximum difference in 8-bit levels between a luma sample before encoding and the decoded sample. */
const TOLERANCE = 24;

/** True if a group decodes to the expected frames, compared at four pixels each, or if no decoder is available. */
export async function decodesToImages(
  gop: EncodedGop,
  settings: VideoEncoderSettings,
  expected: readonly YuvImage[],
): Promise<boolean> {
  const input = new Input({ formats: [MP4], source: new BufferSource(await fileOf(gop, settings)) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) return true;
    let frames = 0;
    for await (const sample of new VideoSampleSink(track).samples()) {
      const image = expected[frames++];
      const matches = image !== undefined && (await matchesLuma(sample, image));
      sample.close();
      if (!matches) return false;
    }
    return frames === expected.length;
  } catch {
    return false;
  } finally {
    input.dispose();
  }
}

async function fileOf(gop: EncodedGop, settings: VideoEncoderSettings): Promise<ArrayBuffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: settings.fps });
  await output.start();
  const meta = { decoderConfig: decoderConfig(gop, settings) };
  for (const [frame, bytes] of gop.samples.entries())
    await source.add(
      new EncodedPacket(bytes, frame === 0 ? 'key' : 'delta', frame / settings.fps, 1 / settings.fps),
      meta,
    );
  await output.finalize();
  return target.buffer as ArrayBuffer;
}

/** Compares luma at the center of each quadrant of the frame. */
async function matchesLuma(sample: VideoSample, { width, height, data }: YuvImage): Promise<boolean> {
  const { format } = sample;
  // Only these pixel formats surely start with a luma plane; accepts other formats without a comparison.
  if (format !== 'I420' && format !== 'NV12') return true;
  const bytes = new Uint8Array(sample.allocationSize());
  const [luma] = await sample.copyTo(bytes);
  if (!luma) return false;
  return [1, 3].every((row) =>
    [1, 3].every((column) => {
      const [x, y] = [(width * column) >> 2, (height * row) >> 2];
      const difference = (bytes[luma.offset + y * luma.stride + x] as number) - (data[y * width + x] as number);
      return Math.abs(difference) <= TOLERANCE;
    }),
  );
}
