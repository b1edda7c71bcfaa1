import type { ErrorData, WarningCode } from './errors.ts';
import type { FileSink } from './files.ts';
import type { Raster } from './raster.ts';
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts';
import type { AacEncoder } from './video/audio-encoding.ts';
import type { VideoEncoder } from './video/encoder.ts';
import type { en } from './words/en.ts';

/**
 * What core needs from the outside. Two implementations: `app/platform/` and
 * `scripts/platform/`; `tests/platform.contract.ts` holds both to what is written here. Core never
 * asks where it is.
 */
export interface Platform {
  readonly images: ImageCodecs;
  readonly canvases: Canvases;
  readonly workers: Workers;
  readonly fonts: Fonts;
  readonly media: Media;
  /** A compiled WebAssembly module that ships with the project. */
  wasm(name: WasmName): Promise<WasmModule>;
}

/** What an operation is run with. */
export interface OperationContext {
  readonly platform: Platform;
  /** Aborted when the visitor cancels; an operation then throws `CancelledError`. */
  readonly signal?: CancelSignal;
  /** How much is done, 0 to 1, never falling. */
  readonly onProgress?: (fraction: number) => void;
  /** Which part of the work begins, by its key in the catalogue's `stages`. */
  readonly onStage?: (stage: StageName) => void;
  /** The size of the picture at hand as a part of the one it stands for; 1 unless it is a preview. */
  readonly previewScale?: number;
  /** Where an operation whose output is a `file` writes it. */
  readonly sink?: FileSink;
  /** Told what the visitor should know of a result that was made all the same. */
  readonly onWarning?: (warning: Warning) => void;
}

/** A sentence of the catalogue's `warnings` and what it is filled with. */
export interface Warning {
  readonly code: WarningCode;
  readonly data: ErrorData;
}

/** The parts that long work tells apart. */
export type StageName = keyof typeof en.stages;

/** The part of `AbortSignal` that core uses. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Formats that the platform's own codecs are asked for; PNG and WebP go through WebAssembly in core. */
export type PlatformImageType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/gif'
  | 'image/bmp'
  | 'image/avif'
  | 'image/webp'
  | 'image/heic';

/**
 * The platform's own, fast codecs. Both are for opaque pictures: every canvas loses colour where
 * alpha is low (`docs/decisions/0004-exact-alpha.md`).
 */
export interface ImageCodecs {
  /**
   * Pixels in sRGB, an embedded profile applied, the first frame of an animation, exactly as
   * stored: an Exif orientation is for core to apply, and the bytes given carry none.
   * Rejects when the bytes cannot be decoded.
   */
  decode(bytes: Uint8Array<ArrayBuffer>, type: PlatformImageType): Promise<Raster>;
  /** A baseline JPEG of an opaque raster; `quality` 0 to 1. */
  encodeJpeg(raster: Raster, quality: number): Promise<Uint8Array<ArrayBuffer>>;
}

export type WasmName =
  | 'png'
  | 'webp-decoder'
  | 'webp-encoder'
  | 'avif-decoder'
  | 'avif-encoder'
  | 'mp3-encoder'
  | 'svg';

/** A `WebAssembly.Module`; core has no name for it, as the type belongs to the DOM's library. */
export type WasmModule = object & { readonly __wasmModule?: never };

/** The font files that ship with the project; which of them a text needs is core's to say. */
export interface Fonts {
  /**
   * The bytes of a file, as `noto-serif-jp/noto-serif-jp-118-400-normal.woff2`: the package's name
   * below @fontsource and the file's in its `files` folder. The caller does not write to them.
   * Rejects when there is no such file.
   */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Awaited before `fillText` draws the first colour emoji: where the system has no font for them,
   * the platform takes the one that ships.
   */
  prepareEmoji(): Promise<void>;
}

/** Workers that run core's tasks beside the caller. */
export interface Workers {
  /** How many tasks run at the same time; 1 where there are no workers to be had. */
  readonly size: number;
  /**
   * Runs a task of `tasks.ts` in a free worker. Aborting ends the worker at once, also inside
   * WebAssembly, and rejects with `CancelledError`. What `transfer` lists is moved, not copied,
   * and must not be used afterwards.
   */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, options?: TaskOptions): Promise<TaskOutput<Name>>;
}

export interface TaskOptions {
  readonly signal?: CancelSignal;
  readonly onProgress?: (fraction: number) => void;
  readonly transfer?: readonly ArrayBuffer[];
  /**
   * About how many bytes the task reads and writes. A platform may run a small task where it is
   * called, to spare it a worker's start; a task that does not say always gets a worker.
   */
  readonly workBytes?: number;
}

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

/** Drawing surfaces. */
export interface Canvases {
  create(width: number, height: number): Canvas;
  /** A `Path2D`, empty or from SVG path data. */
  createPath(svgPathData?: string): Path;
  /** Something `drawImage` takes, of a raster's pixels. */
  createImage(raster: Raster): Promise<CanvasImage>;
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly context: Context2D;
  /** The pixels, un-premultiplied by the canvas. */
  toRaster(): Raster;
  /** Frees what the canvas holds; it must not be used afterwards. */
  release(): void;
}

/** Something to draw: an `ImageBitmap` or a canvas. */
export type CanvasImage = { readonly width: number; readonly height: number };

/** The part of `Path2D` that core uses. */
export interface Path {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(cpx: number, cpy: number, x: number, y: number): void;
  bezierCurveTo(cp1x: number, cp1y: number, cp2x: number, cp2y: number, x: number, y: number): void;
  arc(x: number, y: number, radius: number, startAngle: number, endAngle: number, counterclockwise?: boolean): void;
  ellipse(
    x: number,
    y: number,
    radiusX: number,
    radiusY: number,
    rotation: number,
    startAngle: number,
    endAngle: number,
    counterclockwise?: boolean,
  ): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radii?: number | number[]): void;
  closePath(): void;
  addPath(path: Path): void;
}

/** The part of `CanvasRenderingContext2D` that core uses. */
export interface Context2D {
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  scale(x: number, y: number): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  clearRect(x: number, y: number, width: number, height: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeRect(x: number, y: number, width: number, height: number): void;
  fill(path: Path, rule?: 'nonzero' | 'evenodd'): void;
  stroke(path: Path): void;
  clip(path: Path, rule?: 'nonzero' | 'evenodd'): void;
  drawImage(image: CanvasImage | Canvas, dx: number, dy: number, dw: number, dh: number): void;
  drawImage(
    image: CanvasImage | Canvas,
    sx: number,
    sy: number,
    sw: number,
    sh: number,
    dx: number,
    dy: number,
    dw: number,
    dh: number,
  ): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { readonly width: number };
  setLineDash(segments: number[]): void;
  font: string;
  textBaseline: 'alphabetic' | 'top' | 'middle' | 'bottom';
  textAlign: 'left' | 'center' | 'right';
  fillStyle: string | object;
  strokeStyle: string | object;
  lineWidth: number;
  lineCap: 'butt' | 'round' | 'square';
  lineJoin: 'miter' | 'round' | 'bevel';
  miterLimit: number;
  globalAlpha: number;
  globalCompositeOperation: string;
  imageSmoothingEnabled: boolean;
  imageSmoothingQuality: 'low' | 'medium' | 'high';
}

export type { FileSink };
