import { vi } from 'vitest';
import type * as Decode from '#core/image/codecs/decode.ts';

const DECODE = '#core/image/codecs/decode.ts';

/**
 * Makes modules that are imported later report damage of the level `error` in files named `damaged…`. Each caller must
 * call `undamage` at its end, because test files share their modules.
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
