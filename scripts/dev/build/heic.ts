import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

/** Maps modules to the modules that replace them in a build without HEIC support. */
const REPLACED: Readonly<Record<string, string>> = {
  'core/base/built-with.ts': 'core/base/built-without-heic.ts',
  'core/image/formats/heic/libde265.ts': 'core/image/formats/heic/no-libde265.ts',
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the modules that a build with `HEIC=no` replaces. Throws for values other than `yes` and `no`. */
export function replacedForHeic({ HEIC = '' }: Environment): Readonly<Record<string, string>> {
  if (!['', 'yes', 'no'].includes(HEIC)) throw new Error(`HEIC must be yes or no, not ${HEIC}`);
  return HEIC === 'no' ? REPLACED : {};
}

const OMITTED = '\0omitted';

/** Excludes libheif-js, which contains the HEVC decoder, from a build with `HEIC=no`. */
export function omittedHeic(env: Environment): Plugin {
  const replaced = replacedForHeic(env);
  const isOmitted = Object.keys(replaced).length > 0;
  return {
    name: 'fudebako-omitted-heic',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!isOmitted) return undefined;
      if (source.startsWith('libheif-js/')) return OMITTED;
      if (!/(?:built-with|libde265)\.ts$/.test(source)) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const other = found && replaced[found.id.replaceAll('\\', '/').slice(root.length + 1)];
      return other === undefined || other === null ? found : join(root, other);
    },
    load: (id) => (id === OMITTED ? 'export default "";' : undefined),
  };
}
