import type { WasmModule } from '../../../platform/wasm.ts';

/** A plane of luma, Cb or Cr samples, row by row. */
export interface SamplePlane {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly data: Uint8Array | Uint16Array;
}

/** A decoded HEVC image, cropped to its conformance window. */
export interface HevcPicture {
  /** One plane for a monochrome image, or three planes for luma, Cb and Cr. */
  readonly planes: readonly SamplePlane[];
  /** Color codes of the HEVC bitstream (ITU-T H.273); the code 2 means unspecified. */
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
  readonly isFullRange: boolean;
  /** True if the HEVC decoder reported errors, or if the samples don't match the checksum in the file. */
  readonly isDamaged: boolean;
}

/** Decodes the first HEVC image in the NAL units. Throws RangeError for units without an image. */
export type HevcDecoder = (units: readonly Uint8Array[]) => HevcPicture;

/** Functions of libde265's C interface, which the package libheif-js exports. */
interface Libde265 {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _de265_new_decoder(): number;
  _de265_free_decoder(decoder: number): number;
  _de265_set_parameter_bool(decoder: number, parameter: number, value: number): void;
  /** The arguments `timeLow` and `timeHigh` are the halves of one 64-bit number. */
  _de265_push_NAL(
    decoder: number,
    unit: number,
    length: number,
    timeLow: number,
    timeHigh: number,
    userData: number,
  ): number;
  _de265_flush_data(decoder: number): number;
  _de265_decode(decoder: number, hasMore: number): number;
  _de265_get_next_picture(decoder: number): number;
  _de265_get_chroma_format(image: number): number;
  _de265_get_image_width(image: number, channel: number): number;
  _de265_get_image_height(image: number, channel: number): number;
  _de265_get_bits_per_pixel(image: number, channel: number): number;
  _de265_get_image_plane(image: number, channel: number, stride: number): number;
  _de265_get_image_colour_primaries(image: number): number;
  _de265_get_image_transfer_characteristics(image: number): number;
  _de265_get_image_matrix_coefficients(image: number): number;
  _de265_get_image_full_range_flag(image: number): number;
}

interface LibraryOptions {
  /** Instantiates the module: calls `receive` with the instance, and returns the exports that `receive` returns. */
  readonly instantiateWasm: (imports: object, receive: (instance: object) => object) => object;
  readonly print: () => void;
  readonly printErr: () => void;
}

/** Declares the used part of the WebAssembly API, because core compiles without the types of DOM and Node.js. */
declare const WebAssembly: { readonly Instance: new (module: WasmModule, imports: object) => object };

/** Values of `enum de265_param`: verify the checksum of samples, and suppress images with errors. */
const SEI_CHECK_HASH = 0;
const SUPPRESS_FAULTY_PICTURES = 6;

/** Value of libde265's `enum de265_chroma` for monochrome images. */
const MONOCHROME = 0;

/** Starts libde265 without libheif, whose JavaScript build skips the in-loop filters (ITU-T H.265, 8.7). */
export async function startLibde265(load: () => Promise<WasmModule>): Promise<HevcDecoder> {
  const module = await load();
  const { default: create } = (await import('libheif-js/libheif-wasm/libheif.js')) as unknown as {
    default: (options: LibraryOptions) => Libde265;
  };
  // The used build of libheif-js starts synchronously, without a promise.
  const library = create({
    instantiateWasm: (imports, receive) => receive(new WebAssembly.Instance(module, imports)),
    print: () => {},
    printErr: () => {},
  });
  return (units) => {
    const image = decodeUnits(library, units, true) ?? decodeUnits(library, units, false);
    if (!image) throw new RangeError('There is no picture');
    return image;
  };
}

/** Returns the first decoded image; `undefined` without one. With `mustBeWhole`, returns no damaged image. */
function decodeUnits(library: Libde265, units: readonly Uint8Array[], mustBeWhole: boolean): HevcPicture | undefined {
  const decoder = library._de265_new_decoder();
  if (decoder === 0) throw new RangeError('libde265 is out of memory');
  try {
    for (const parameter of [SEI_CHECK_HASH, SUPPRESS_FAULTY_PICTURES])
      library._de265_set_parameter_bool(decoder, parameter, mustBeWhole ? 1 : 0);
    for (const unit of units) pushUnit(library, decoder, unit);
    library._de265_flush_data(decoder);
    const decoded = decodeImage(library, decoder);
    if (decoded === undefined || (mustBeWhole && decoded.error !== 0)) return undefined;
    return { ...readImage(library, decoded.image), isDamaged: !mustBeWhole };
  } finally {
    library._de265_free_decoder(decoder);
  }
}

function pushUnit(library: Libde265, decoder: number, unit: Uint8Array): void {
  const address = library._malloc(unit.length);
  if (address === 0) throw new RangeError('libde265 is out of memory');
  library.HEAPU8.set(unit, address);
  const error = library._de265_push_NAL(decoder, address, unit.length, 0, 0, 0);
  library._free(address);
  if (error !== 0) throw new RangeError(`libde265 refused a NAL unit (error ${error})`);
}

function decodeImage(library: Libde265, decoder: number) {
  const hasMore = library._malloc(4);
  let [error, image] = [0, 0];
  do {
    error = library._de265_decode(decoder, hasMore);
    image = library._de265_get_next_picture(decoder);
  } while (image === 0 && error === 0 && readInt32(library, hasMore) !== 0);
  library._free(hasMore);
  return image === 0 ? undefined : { image, error };
}

function readImage(library: Libde265, image: number): Omit<HevcPicture, 'isDamaged'> {
  const channels = library._de265_get_chroma_format(image) === MONOCHROME ? [0] : [0, 1, 2];
  return {
    planes: channels.map((channel) => readPlane(library, image, channel)),
    primaries: library._de265_get_image_colour_primaries(image),
    transfer: library._de265_get_image_transfer_characteristics(image),
    matrix: library._de265_get_image_matrix_coefficients(image),
    isFullRange: library._de265_get_image_full_range_flag(image) !== 0,
  };
}

function readPlane(library: Libde265, image: number, channel: number): SamplePlane {
  const width = library._de265_get_image_width(image, channel);
  const height = library._de265_get_image_height(image, channel);
  const bits = library._de265_get_bits_per_pixel(image, channel);
  const strideAt = library._malloc(4);
  const start = library._de265_get_image_plane(image, channel, strideAt);
  const stride = readInt32(library, strideAt);
  library._free(strideAt);
  const Samples = bits > 8 ? Uint16Array : Uint8Array;
  const data = new Samples(width * height);
  const { buffer } = library.HEAPU8;
  for (let row = 0; row < height; row++) data.set(new Samples(buffer, start + row * stride, width), row * width);
  return { width, height, bits, data };
}

const readInt32 = ({ HEAPU8 }: Libde265, at: number): number => new DataView(HEAPU8.buffer).getInt32(at, true);
