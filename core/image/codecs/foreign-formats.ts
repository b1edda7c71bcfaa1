import { ascii, startsWith } from '../../base/bytes.ts';

/** Image formats that are not decoded, by their first bytes. */
const FOREIGN: readonly (readonly [name: string, magic: readonly number[]])[] = [
  ['TIFF', [0x49, 0x49, 0x2a, 0]],
  ['TIFF', [0x4d, 0x4d, 0, 0x2a]],
  ['BigTIFF', [0x49, 0x49, 0x2b, 0, 8]],
  ['BigTIFF', [0x4d, 0x4d, 0, 0x2b, 0, 8]],
  ['JPEG XL', [0xff, 0x0a]],
  ['JPEG XL', [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20]],
  ['JPEG 2000', [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20]],
  ['JPEG 2000', [0xff, 0x4f, 0xff, 0x51]],
  ['Photoshop', [0x38, 0x42, 0x50, 0x53, 0, 1]],
  ['OpenEXR', [0x76, 0x2f, 0x31, 1]],
  ['ICO', [0, 0, 1, 0]],
];

/** The name of the format of an image that cannot be decoded here; nothing for bytes that are no such image. */
export function foreignImageFormat(bytes: Uint8Array): string | undefined {
  if (ascii(bytes, 0, 11) === '#?RADIANCE\n') return 'Radiance HDR';
  return FOREIGN.find(([, magic]) => startsWith(bytes, magic))?.[0];
}
