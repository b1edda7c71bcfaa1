import { FudebakoError } from '../../../base/errors.ts';

/** Replaces the HEVC decoder in `libde265.ts` in builds with `HEIC=no`. */
export async function startLibde265(): Promise<never> {
  throw new FudebakoError('imageFormat', { format: 'HEIC' });
}
