import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError } from '#core/base/errors.ts';
import type { VideoEncoder as GroupEncoder, TimedImage, VideoEncoderSettings } from '#core/platform/media.ts';
import { bitRateFor, codecFor } from '#core/video/h264/encoder-settings.ts';

/** Number of times that a still image is encoded, because the first frame alone gets too few bits for full quality. */
const ENCODES_PER_STILL = 4;

const MAX_QUEUE = 4;

export function createWebCodecsEncoder(): GroupEncoder | undefined {
  if (typeof VideoEncoder === 'undefined' || typeof VideoFrame === 'undefined') return undefined;
  return { name: 'webcodecs', encodesPerStill: ENCODES_PER_STILL, encodeGroup };
}

async function encodeGroup(
  images: AsyncIterable<TimedImage>,
  settings: VideoEncoderSettings,
  signal?: CancelSignal,
): Promise<Uint8Array[]> {
  const streams: Uint8Array[] = [];
  let failure: Error | undefined;
  let newest = Number.NEGATIVE_INFINITY;
  const encoder = new VideoEncoder({
    output(chunk) {
      // Throws if frames are out of order (B-frames), which Firefox's encoder may produce.
      if (chunk.timestamp <= newest) failure ??= new Error('The encoder changes the order of pictures');
      newest = chunk.timestamp;
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      streams.push(bytes);
    },
    error(error) {
      failure ??= error;
    },
  });
  try {
    encoder.configure({
      codec: codecFor(settings),
      width: settings.width,
      height: settings.height,
      framerate: settings.fps,
      bitrate: bitRateFor(settings),
      bitrateMode: 'variable',
      latencyMode: 'quality',
      avc: { format: 'annexb' },
    });
    let isFirst = true;
    for await (const timed of images) {
      while (encoder.encodeQueueSize >= MAX_QUEUE && !failure) await dequeued(encoder);
      if (signal?.aborted) throw new CancelledError();
      if (failure) throw failure;
      const frame = videoFrame(timed, settings);
      encoder.encode(frame, { keyFrame: isFirst });
      frame.close();
      isFirst = false;
    }
    await encoder.flush();
    if (failure) throw failure;
    return streams;
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
}

function videoFrame({ image, frame }: TimedImage, { width, height, fps }: VideoEncoderSettings): VideoFrame {
  return new VideoFrame(image.data, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: Math.round((frame * 1e6) / fps),
    duration: Math.round(1e6 / fps),
    colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  });
}

/** Waits until the encoder's queue shrinks. Needs a timeout, because a failed encoder never fires `dequeue`. */
function dequeued(encoder: VideoEncoder): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      encoder.removeEventListener('dequeue', done);
      resolve();
    };
    const timer = setTimeout(done, 100);
    encoder.addEventListener('dequeue', done);
  });
}
