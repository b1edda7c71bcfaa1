import type { VideoSampleSink } from 'mediabunny';

/** Returns the luma of a video's frame at a time. */
export async function lumaAt(sink: VideoSampleSink, time: number): Promise<Uint8Array> {
  const sample = await sink.getSample(time);
  if (!sample) throw new Error(`nothing at ${time} s`);
  const bytes = new Uint8Array(sample.allocationSize());
  const [plane] = await sample.copyTo(bytes);
  const luma = new Uint8Array(sample.codedWidth * sample.codedHeight);
  for (let y = 0; y < sample.codedHeight; y++) {
    const start = (plane?.offset ?? 0) + y * (plane?.stride ?? 0);
    luma.set(bytes.subarray(start, start + sample.codedWidth), y * sample.codedWidth);
  }
  sample.close();
  return luma;
}
