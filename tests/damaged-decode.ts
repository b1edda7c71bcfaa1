import { vi } from 'vitest';
import type * as Decode from '#core/image/codecs/decode.ts';

const DECODE = '#core/image/codecs/decode.ts';

/**
 * Makes modules that are imported later decode files named `damaged…` with damage of the level `error`. Test files
 * share their modules, so each caller must call `undamage` at its end.
 */
export function damageImages(): void {
  vi.resetModules();
  vi.doMock(DECODE, async (original: () => Promise<typeof Decode>) => {
    const [decode, { handleDamage }] = await Promise.all([original(), import('#core/base/damage.ts')]);
    const decodeImage: typeof Decode.decodeImage = async (file, context, cut) => {
      const decoded = await decode.decodeImage(file, context, cut);
      handleDamage(file.name.startsWith('damaged') ? 'error' : undefined, file.name, context);
      return decoded;
    };
    return { ...decode, decodeImage };
  });
}

export function undamage(): void {
  vi.doUnmock(DECODE);
  vi.resetModules();
}
