import { handleDamage } from '#core/base/damage.ts';
import type * as Decode from '#core/image/codecs/decode.ts';

/** Stands in for `core/image/codecs/decode.ts`: every file named `damaged…` is decoded with damage of the level `error`. */
export async function decodeWithDamage(original: () => Promise<typeof Decode>): Promise<typeof Decode> {
  const decode = await original();
  return {
    ...decode,
    decodeImage: async (file, context, cut) => {
      const decoded = await decode.decodeImage(file, context, cut);
      handleDamage(file.name.startsWith('damaged') ? 'error' : undefined, file.name, context);
      return decoded;
    },
  };
}
