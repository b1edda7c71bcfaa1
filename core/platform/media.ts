import type { CancelSignal } from '../base/cancel-signal.ts';
import type { FileSink } from '../base/files.ts';

/** What making and writing video needs besides mediabunny. */
export interface Media {
  /** Encoders of H.264, the one to try first in front. Called when a video is made. */
  videoEncoders(): Promise<readonly VideoEncoder[]>;
  /** A faster encoder of AAC than the one in WebAssembly, where there is one. */
  aacEncoder(): Promise<AacEncoder | undefined>;
  /** Calls back once, so many milliseconds from now, unless what it returns is called before. */
  after(ms: number, callback: () => void): () => void;
  /** A `WritableStream` of mediabunny's `StreamTargetChunk`s that writes them into the sink. */
  streamInto(sink: FileSink): MediaStreamHandle;
}

/** A `WritableStream`; core has no name for it, as the type belongs to the DOM's library. */
export type MediaStreamHandle = object & { readonly __writableStream?: never };

/** The encoders there are: the browser's own, FFmpeg's libraries in Node, and FFmpeg in WebAssembly. */
export type VideoEncoderName = 'webcodecs' | 'libav' | 'ffmpeg';

/** An H.264 encoder, as a platform offers it. */
export interface VideoEncoder {
  readonly name: VideoEncoderName;
  /**
   * How many times a picture that stands still is given, until the rate control has spent on it what
   * it should; 1 where every picture gets the same quality at once.
   */
  readonly settlingPictures: number;
  /**
   * Encodes pictures as one closed group: the first an IDR picture with its parameter sets before
   * it, the others P pictures in their order, High or Main profile. The same pictures with the same
   * settings give the same parameter sets.
   *
   * @returns byte streams (H.264, annex B), one for each picture
   * @throws CancelledError; any other error means that this encoder cannot do it
   */
  encodeGroup(
    pictures: AsyncIterable<TimedPicture>,
    settings: VideoEncoderSettings,
    signal?: CancelSignal,
  ): Promise<Uint8Array[]>;
}

export interface TimedPicture {
  readonly picture: YuvPicture;
  /** Where it first stands in its group, in frames. */
  readonly frame: number;
}

export interface VideoEncoderSettings {
  /** Even, as the height. */
  readonly width: number;
  readonly height: number;
  /** A whole number. */
  readonly fps: number;
  /** On the scale of x264's constant rate factor: 0 is lossless, 51 the worst. */
  readonly quality: number;
}

/** An encoder of AAC-LC that a platform has. */
export interface AacEncoder {
  /**
   * Encodes sound at `TRACK_RATE` in one pass, as FFmpeg does: a packet for each 1,024 samples, and
   * one in front of them that holds the encoder's delay.
   *
   * @param packets 1,024 samples each, left and right by turns; the last may be shorter
   * @param bitRate in bits a second
   * @throws what `packets` throws; any other error means that this encoder cannot do it
   */
  encode(packets: AsyncIterable<Float32Array<ArrayBuffer>>, bitRate: number): Promise<AacStream>;
}

export interface AacStream {
  readonly packets: readonly Uint8Array[];
  /** What decoders are set up with: MPEG-4's `AudioSpecificConfig`. */
  readonly description: Uint8Array;
}

/**
 * A picture as video has it: three planes of 8 bits behind each other, luma, then blue and red
 * difference with half the width and height (4:2:0, chroma in the middle of its four pixels), in
 * the limited range of ITU-R BT.709. Width and height are even.
 */
export interface YuvPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}
