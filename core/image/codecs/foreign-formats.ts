import { ascii, letters, startsWith } from '../../base/bytes.ts';
import { foreignHeif } from '../formats/heif/heif.ts';
import { hasTiffSignature, isRawTiff } from '../formats/tiff/tiff-directory.ts';

const UNSUPPORTED: readonly (readonly [name: string, magic: readonly number[]])[] = [
  // ORF (Olympus) and RW2 (Panasonic) are TIFF files with another number in place of TIFF's 42.
  ['RAW', letters('IIRO')],
  ['RAW', letters('IIRS')],
  ['RAW', letters('MMOR')],
  ['RAW', [0x49, 0x49, 0x55, 0]],
  ['RAW', letters('FUJIFILMCCD-RAW')],
  ['RAW', [0x49, 0x49, 0x1a, 0, 0, 0, ...letters('HEAPCCDR')]],
  ['RAW', [0, 0x4d, 0x52, 0x4d]],
  ['RAW', letters('FOVb')],
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
  if (hasTiffSignature(bytes)) return isRawTiff(bytes) ? 'RAW' : undefined;
  return UNSUPPORTED.find(([, magic]) => startsWith(bytes, magic))?.[0] ?? foreignHeif(bytes);
}
