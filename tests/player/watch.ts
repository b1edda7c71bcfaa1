import { expect } from 'vitest';

const open = { contexts: new Set<AudioContext>(), decoders: new Set<VideoDecoder>(), frames: new Set<VideoFrame>() };

/** Starts counting the media objects that the browser creates and closes. */
export function watch(): void {
  const { AudioContext: Context, VideoDecoder: Decoder } = globalThis;
  globalThis.AudioContext = class extends Context {
    constructor(options?: AudioContextOptions) {
      super(options);
      open.contexts.add(this);
    }
  };
  globalThis.VideoDecoder = class extends Decoder {
    constructor(init: VideoDecoderInit) {
      super({
        ...init,
        output(frame) {
          open.frames.add(frame);
          init.output(frame);
        },
      });
      open.decoders.add(this);
    }
  };
  const { close } = VideoFrame.prototype;
  VideoFrame.prototype.close = function () {
    open.frames.delete(this);
    close.call(this);
  };
}

export const audioOutputs = (): number => open.contexts.size;

const leftOpen = () => ({
  contexts: [...open.contexts].filter(({ state }) => state !== 'closed').length,
  decoders: [...open.decoders].filter(({ state }) => state !== 'closed').length,
  frames: open.frames.size,
});

/** Waits until all created objects are closed. */
export const expectNothingOpen = (): Promise<void> =>
  expect.poll(leftOpen, { timeout: 60_000 }).toEqual({ contexts: 0, decoders: 0, frames: 0 });
