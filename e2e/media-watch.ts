import { expect, type Page } from '@playwright/test';

/** Audio and video resources that the page has created and not released, and the state of the last playback. */
interface MediaWatch {
  readonly frames: number;
  readonly audioFiles: number;
  readonly decoders: number;
  readonly contexts: number;
  readonly workers: number;
  readonly draws: number;
  /** Playback rate of the audio source that started last. */
  readonly rate: number | undefined;
  readonly gain: number | undefined;
  /** Total number of audio and video resources that the page has created. */
  readonly made: { readonly decoders: number; readonly contexts: number };
}

declare global {
  interface Window {
    mediaWatch?: () => MediaWatch;
  }
}

/** Counts audio and video resources on every page that opens afterwards. */
export async function watchMedia(page: Page): Promise<void> {
  await page.addInitScript(install);
}

export async function mediaState(page: Page): Promise<MediaWatch> {
  const state = await page.evaluate(() => window.mediaWatch?.());
  if (!state) throw new Error('Nobody is watching: call watchMedia before the page is opened.');
  return state;
}

export async function expectNoMedia(page: Page): Promise<void> {
  const left = async () => {
    const { frames, audioFiles, decoders, contexts, workers } = await mediaState(page);
    return { frames, audioFiles, decoders, contexts, workers };
  };
  await expect.poll(left).toEqual({ frames: 0, audioFiles: 0, decoders: 0, contexts: 0, workers: 0 });
}

/** Counts audio and video resources. Runs in the page before the page's own scripts. */
function install(): void {
  const frames = new Set<unknown>();
  const audioFiles = new Set<unknown>();
  const decoders = new Set<{ readonly state: string }>();
  const contexts = new Set<AudioContext>();
  const workers = new Set<Worker>();
  let [draws, rate, gain] = [0, undefined as number | undefined, undefined as GainNode | undefined];

  const noteOutputs = (outputs: Set<unknown>, init: { output: (item: never) => void }) => ({
    ...init,
    output(item: unknown) {
      outputs.add(item);
      init.output(item as never);
    },
  });
  window.VideoDecoder = class extends VideoDecoder {
    constructor(init: VideoDecoderInit) {
      super(noteOutputs(frames, init) as VideoDecoderInit);
      decoders.add(this);
    }
  };
  window.AudioDecoder = class extends AudioDecoder {
    constructor(init: AudioDecoderInit) {
      super(noteOutputs(audioFiles, init) as AudioDecoderInit);
      decoders.add(this);
    }
  };
  const forgetClosed = (prototype: { close(): void }, outputs: Set<unknown>) => {
    const { close } = prototype;
    prototype.close = function () {
      outputs.delete(this);
      close.call(this);
    };
  };
  forgetClosed(VideoFrame.prototype, frames);
  forgetClosed(AudioData.prototype, audioFiles);
  const { clone } = VideoFrame.prototype;
  VideoFrame.prototype.clone = function () {
    const copy = clone.call(this);
    frames.add(copy);
    return copy;
  };
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.add(this);
    }
    override createGain(): GainNode {
      gain = super.createGain();
      return gain;
    }
  };
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...moments) {
    rate = this.playbackRate.value;
    start.apply(this, moments);
  };
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      workers.add(this);
    }
    override terminate(): void {
      workers.delete(this);
      super.terminate();
    }
  };
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...parts: unknown[]) {
    draws++;
    (drawImage as (...parts: unknown[]) => void).apply(this, parts);
  };
  window.mediaWatch = () => ({
    frames: frames.size,
    audioFiles: audioFiles.size,
    decoders: [...decoders].filter(({ state }) => state !== 'closed').length,
    contexts: [...contexts].filter(({ state }) => state !== 'closed').length,
    workers: workers.size,
    draws,
    rate,
    gain: gain?.gain.value,
    made: { decoders: decoders.size, contexts: contexts.size },
  });
}
