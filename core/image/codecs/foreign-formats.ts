import { ascii, letters, startsWith, viewOf } from '../../base/bytes.ts';

/** Signatures of recognized image formats that Fudebako can't decode. */
const UNSUPPORTED: readonly (readonly [name: string, magic: readonly number[]])[] = [
  // CR2 (Canon) is a TIFF with an extra signature. ORF (Olympus) and RW2 (Panasonic) replace TIFF's number 42.
  ['RAW', [0x49, 0x49, 0x2a, 0, 0x10, 0, 0, 0, ...letters('CR')]],
  ['RAW', letters('IIRO')],
  ['RAW', letters('IIRS')],
  ['RAW', letters('MMOR')],
  ['RAW', [0x49, 0x49, 0x55, 0]],
  ['RAW', letters('FUJIFILMCCD-RAW')],
  ['RAW', [0x49, 0x49, 0x1a, 0, 0, 0, ...letters('HEAPCCDR')]],
  ['RAW', [0, 0x4d, 0x52, 0x4d]],
  ['RAW', letters('FOVb')],
  ['TIFF', [0x49, 0x49, 0x2a, 0]],
  ['TIFF', [0x4d, 0x4d, 0, 0x2a]],
  ['BigTIFF', [0x49, 0x49, 0x2b, 0, 8]],
  ['BigTIFF', [0x4d, 0x4d, 0, 0x2b, 0, 8]],
  ['JPEG XL', [0xff, 0x0a]],
  ['JPEG XL', [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20]],
  ['JPEG 2000', [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20]],
  ['JPEG 2000', [0xff, 0x4f, 0xff, 0x51]],
  ['PSD', [...letters('8BPS'), 0, 1]],
  ['PSB', [...letters('8BPS'), 0, 2]],
  ['OpenEXR', [0x76, 0x2f, 0x31, 1]],
  ['ICO', [0, 0, 1, 0]],
];

/** Returns the name of an unsupported image format, detected by signature; `undefined` for other files. */
export function foreignImageFormat(bytes: Uint8Array): string | undefined {
  if (ascii(bytes, 0, 11) === '#?RADIANCE\n') return 'Radiance HDR';
  if (ascii(bytes, 4, 8) === 'ftypcrx ') return 'RAW';
  const format = UNSUPPORTED.find(([, magic]) => startsWith(bytes, magic))?.[0];
  return format === 'TIFF' && isRawTiff(bytes) ? 'RAW' : format;
}

/** Numbers of TIFF tags in TIFF 6.0, TIFF/EP and DNG 1.7. */
const [NEW_SUBFILE_TYPE, SUB_IFDS, DNG_VERSION] = [0xfe, 0x14a, 0xc612];

/**
 * True for camera raw formats such as DNG, NEF and ARW: TIFF files with a DNG version, or with a preview as first
 * image.
 */
function isRawTiff(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  const isLittle = bytes[0] === 0x49;
  try {
    const at = view.getUint32(4, isLittle);
    const entries = Array.from({ length: view.getUint16(at, isLittle) }, (_, index) => at + 2 + 12 * index);
    const values = new Map(
      entries.map((entry) => [view.getUint16(entry, isLittle), view.getUint32(entry + 8, isLittle)]),
    );
    return values.has(DNG_VERSION) || (values.has(SUB_IFDS) && values.get(NEW_SUBFILE_TYPE) === 1);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
