import type { InputVideoTrack } from 'mediabunny';
import type { CancelSignal } from '../base/cancel-signal.ts';
import type { FileSink } from '../base/files.ts';

/** The platform's parts of encoding and decoding video; mediabunny provides all other parts. */
export interface Media {
  /** Returns H.264 encoders, preferred encoder first. */
  videoEncoders(): Promise<readonly VideoEncoder[]>;
  /** Returns the platform's AAC encoder; `undefined` if the WebAssembly encoder must be used. */
  aacEncoder(): Promise<AacEncoder | undefined>;
  /**
   * Prepares mediabunny to decode a video track, with the frames' own timestamps. Returns false if the platform can't
   * decode the track's codec.
   */
  prepareDecoding(track: InputVideoTrack): Promise<boolean>;
  /** Returns FFmpeg's WebAssembly build, which decodes audio in the page and in Node.js to equal samples. */
  ffmpeg(): Promise<RunFfmpeg>;
  /** Sets a timer. The returned function cancels the timer. */
  setTimer(ms: number, callback: () => void): () => void;
  /** Returns a `WritableStream` of mediabunny's `StreamTargetChunk`s. */
  streamInto(sink: FileSink): MediaStreamHandle;
}

export interface FfmpegRun {
  readonly args: readonly string[];
  readonly input: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };
  readonly output: string;
}

/** Runs FFmpeg asynchronously. Rejects with `CancelledError` when aborted, and with `FfmpegExit` if FFmpeg fails. */
export type RunFfmpeg = (run: FfmpegRun, signal?: CancelSignal) => Promise<Uint8Array<ArrayBuffer>>;

/** Thrown if FFmpeg ended with an exit code other than 0, because it can't process its input. */
export class FfmpegExit extends Error {
  override readonly name = 'FfmpegExit';
}

/** A `WritableStream`, opaque because core compiles without DOM types. */
export type MediaStreamHandle = object & { readonly __writableStream?: never };

/** Name of a video encoder: WebCodecs in the browser, FFmpeg's libraries in Node.js, or FFmpeg in WebAssembly. */
export type VideoEncoderName = 'webcodecs' | 'libav' | 'ffmpeg';

export interface VideoEncoder {
  readonly name: VideoEncoderName;
  /** How often a still image must be encoded until rate control reaches full quality; 1 for constant quality. */
  readonly encodesPerStill: number;
  /**
   * Encodes a closed GOP: IDR frame with parameter sets, then P frames, High or Main profile. Equal settings give equal
   * parameter sets. Yields one Annex B byte stream per frame.
   * @throws CancelledError; any other error means that the encoder is unsuitable
   */
  encodeGroup(
    images: AsyncIterable<TimedImage>,
    settings: VideoEncoderSettings,
    signal?: CancelSignal,
  ): Promise<Uint8Array[]>;
}

export interface TimedImage {
  readonly image: YuvImage;
  /** Index of the frame in its group of frames (GOP). */
  readonly frame: number;
}

export interface VideoEncoderSettings {
  /** Width of the video in pixels; width and height are even. */
  readonly width: number;
  readonly height: number;
  /** Number of video frames per second, an integer. */
  readonly fps: number;
  /** Constant rate factor of x264: 0 is lossless, 51 is worst. */
  readonly quality: number;
  /** How long images are held (see `meanHold`); 0, the default, if every frame is encoded. */
  readonly hold?: number;
}

export interface AacEncoder {
  /**
   * Encodes blocks of 1,024 interleaved stereo samples at `TRACK_RATE`; the last block may be shorter. Returns a packet
   * for the encoder delay, then one packet per block. `bitRate` is in bits per second.
   * @throws errors of the iterator; any other error means that the encoder is unsuitable
   */
  encode(blocks: AsyncIterable<Float32Array<ArrayBuffer>>, bitRate: number): Promise<AacStream>;
}

export interface AacStream {
  readonly packets: readonly Uint8Array[];
  /** MPEG-4 `AudioSpecificConfig` of the AAC stream, for decoders (ISO/IEC 14496-3). */
  readonly description: Uint8Array;
}

/** Planar 8-bit YCbCr 4:2:0 (Y, Cb, Cr), centered chroma, limited-range ITU-R BT.709. Width and height are even. */
export interface YuvImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}
