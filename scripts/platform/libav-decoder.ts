import {
  CustomVideoDecoder,
  type EncodedPacket,
  registerDecoder,
  type VideoCodec,
  VideoSample,
  type VideoSamplePixelFormat,
} from 'mediabunny';
import { type Libav, loadLibav } from './libav.ts';

let registered: Promise<boolean> | undefined;

/** Lets mediabunny decode video with FFmpeg's native libraries. Returns false if their package is not installed. */
export function registerLibavDecoder(): Promise<boolean> {
  registered ??= loadLibav().then((libav) => {
    if (libav) registerDecoder(decoderClass(libav));
    return libav !== undefined;
  });
  return registered;
}

/** Number of threads of a decoder. More threads delay the first frame, and other jobs run at the same time. */
const THREADS = 2;

const MICROSECONDS = 1_000_000;

function decoderClass(libav: Libav) {
  const codecs: Readonly<Partial<Record<VideoCodec, Parameters<Libav['Codec']['findDecoder']>[0]>>> = {
    avc: libav.AV_CODEC_ID_H264,
    hevc: libav.AV_CODEC_ID_HEVC,
    vp8: libav.AV_CODEC_ID_VP8,
    vp9: libav.AV_CODEC_ID_VP9,
    av1: libav.AV_CODEC_ID_AV1,
    prores: libav.AV_CODEC_ID_PRORES,
  };
  const decoderOf = (codec: VideoCodec) => {
    const id = codecs[codec];
    return id === undefined ? null : libav.Codec.findDecoder(id);
  };
  const formats = new Map<number, VideoSamplePixelFormat>([
    [libav.AV_PIX_FMT_YUV420P, 'I420'],
    [libav.AV_PIX_FMT_YUVJ420P, 'I420'],
    [libav.AV_PIX_FMT_YUV420P10LE, 'I420P10'],
    [libav.AV_PIX_FMT_YUV420P12LE, 'I420P12'],
    [libav.AV_PIX_FMT_YUV422P, 'I422'],
    [libav.AV_PIX_FMT_YUVJ422P, 'I422'],
    [libav.AV_PIX_FMT_YUV422P10LE, 'I422P10'],
    [libav.AV_PIX_FMT_YUV422P12LE, 'I422P12'],
    [libav.AV_PIX_FMT_YUV444P, 'I444'],
    [libav.AV_PIX_FMT_YUVJ444P, 'I444'],
    [libav.AV_PIX_FMT_YUV444P10LE, 'I444P10'],
    [libav.AV_PIX_FMT_YUV444P12LE, 'I444P12'],
    [libav.AV_PIX_FMT_NV12, 'NV12'],
  ]);
  const fullRange: readonly number[] = [
    libav.AV_PIX_FMT_YUVJ420P,
    libav.AV_PIX_FMT_YUVJ422P,
    libav.AV_PIX_FMT_YUVJ444P,
  ];

  // Calls the library synchronously: a thread that is stopped during an asynchronous call aborts the whole process.
  return class LibavDecoder extends CustomVideoDecoder {
    static override supports(codec: VideoCodec): boolean {
      return decoderOf(codec) !== null;
    }

    readonly #context = new libav.CodecContext();
    readonly #packet = new libav.Packet();
    readonly #frame = new libav.Frame();

    override async init(): Promise<void> {
      const { description, codedWidth, codedHeight } = this.config;
      this.#context.allocContext3(decoderOf(this.codec));
      if (description) this.#context.extraData = Buffer.from(bytesOf(description));
      if (codedWidth && codedHeight) [this.#context.width, this.#context.height] = [codedWidth, codedHeight];
      this.#context.pktTimebase = new libav.Rational(1, MICROSECONDS);
      this.#context.threadCount = THREADS;
      this.#packet.alloc();
      this.#frame.alloc();
      libav.FFmpegError.throwIfError(this.#context.open2Sync(), 'open decoder');
    }

    override async decode({ data, microsecondTimestamp, type }: EncodedPacket): Promise<void> {
      this.#packet.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      this.#packet.pts = BigInt(Math.round(microsecondTimestamp));
      this.#packet.isKeyframe = type === 'key';
      libav.FFmpegError.throwIfError(this.#context.sendPacketSync(this.#packet), 'decode a frame');
      this.#packet.unref();
      this.#drain();
    }

    override async flush(): Promise<void> {
      this.#context.sendPacketSync(null);
      this.#drain();
      this.#context.flushBuffers();
    }

    override close(): void {
      this.#packet.free();
      this.#frame.free();
      this.#context.freeContext();
    }

    #drain(): void {
      while (this.#context.receiveFrameSync(this.#frame) >= 0) {
        const sample = this.#sample();
        this.#frame.unref();
        this.onSample(sample);
      }
    }

    #sample(): VideoSample {
      const { width, height, pts, format: pixelFormat } = this.#frame;
      const format = formats.get(pixelFormat);
      if (!format) throw new Error(`Pixel format ${pixelFormat} is not supported`);
      const coded = { width: width + (width % 2), height: height + (height % 2) };
      return new VideoSample(withEvenSides(this.#frame.toBuffer(), format, { width, height }, coded), {
        format,
        codedWidth: coded.width,
        codedHeight: coded.height,
        timestamp: Number(pts) / MICROSECONDS,
        colorSpace: this.#colors(fullRange.includes(pixelFormat)),
      });
    }

    /** Returns the colors that the stream states, or else those that the container states. */
    #colors(isFullRange: boolean): ColorSpaceInit {
      const { colorSpace, colorPrimaries, colorTrc, colorRange } = this.#frame;
      const { matrix, primaries, transfer, fullRange: isFull } = this.config.colorSpace ?? {};
      return {
        matrix: MATRICES[colorSpace] ?? matrix ?? null,
        primaries: PRIMARIES[colorPrimaries] ?? primaries ?? null,
        transfer: TRANSFERS[colorTrc] ?? transfer ?? null,
        fullRange:
          isFullRange ||
          (colorRange === libav.AVCOL_RANGE_UNSPECIFIED ? (isFull ?? false) : colorRange === libav.AVCOL_RANGE_JPEG),
      } as ColorSpaceInit;
    }
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Adds a column and a row to planes with odd sides, because mediabunny drops the last chroma samples of odd sides (docs/upstream.md). */
function withEvenSides(bytes: Uint8Array, format: VideoSamplePixelFormat, size: Size, coded: Size): Uint8Array {
  if (coded.width === size.width && coded.height === size.height) return bytes;
  const sampleBytes = /P1[02]$/.test(format) ? 2 : 1;
  const planes = format === 'NV12' ? [1, 2] : [1, 1, 1];
  const sides = planes.map((channels, index) => (from: Size) => {
    const across = index === 0 || format.startsWith('I444') ? from.width : (from.width + 1) >> 1;
    const down = index === 0 || !/^I420|^NV12/.test(format) ? from.height : (from.height + 1) >> 1;
    return { rowBytes: across * channels * sampleBytes, rows: down };
  });
  const length = sides.reduce((sum, sideOf) => sum + sideOf(coded).rowBytes * sideOf(coded).rows, 0);
  const result = new Uint8Array(length);
  let [from, to] = [0, 0];
  for (const sideOf of sides) {
    const [source, target] = [sideOf(size), sideOf(coded)];
    for (let row = 0; row < source.rows; row++, from += source.rowBytes)
      result.set(bytes.subarray(from, from + source.rowBytes), to + row * target.rowBytes);
    to += target.rowBytes * target.rows;
  }
  return result;
}

type ColorSpaceInit = NonNullable<ConstructorParameters<typeof VideoSample>[1]['colorSpace']>;

const bytesOf = (description: ArrayBufferLike | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);

/** Names of WebCodecs by code point (ITU-T H.273, 8.1 to 8.3). */
const PRIMARIES: Readonly<Record<number, string>> = {
  1: 'bt709',
  5: 'bt470bg',
  6: 'smpte170m',
  9: 'bt2020',
  12: 'smpte432',
};
const TRANSFERS: Readonly<Record<number, string>> = {
  1: 'bt709',
  6: 'smpte170m',
  8: 'linear',
  13: 'iec61966-2-1',
  16: 'pq',
  18: 'hlg',
};
const MATRICES: Readonly<Record<number, string>> = {
  0: 'rgb',
  1: 'bt709',
  5: 'bt470bg',
  6: 'smpte170m',
  9: 'bt2020-ncl',
};
