import { fileFromBytes } from '#core/base/files.ts';
import { FontLibrary } from '#core/fonts/library.ts';
import { readOwnFont } from '#core/fonts/own.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { embeddedProfile } from '#core/image/codecs/foreign-colors.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import { scaleFile } from '#core/image/scale-file.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Functions that tests run in a child process, which can be killed if it hangs. */
export const CHILD_WORK: Readonly<Record<string, (bytes: Bytes) => Promise<unknown>>> = {
  inspect: (bytes) => inspectFile(fileFromBytes('file.bin', bytes)),
  decode: async (bytes) => {
    const platform = createNodePlatform({ threads: 0 });
    const { raster } = await decodeImage(fileFromBytes('file', bytes), { platform });
    return [raster.width, raster.height, [...raster.data.slice(0, 4)]];
  },
  scale: async (bytes) => {
    const platform = createNodePlatform({ threads: 0 });
    const params = { longEdge: 800, keepAspect: true };
    const { raster } = await scaleFile(fileFromBytes('file', bytes), params, { platform }, undefined, () => {});
    return [raster.width, raster.height];
  },
  profile: async (bytes) => (await embeddedProfile(bytes, readImageHeader(bytes)?.format ?? 'png'))?.length ?? 'none',
  font: async (bytes) => {
    const own = await readOwnFont(fileFromBytes('a.woff2', bytes));
    return (await new FontLibrary(nodeFonts).openOwn(own)).key;
  },
};

export type ChildWork = 'inspect' | 'decode' | 'scale' | 'profile' | 'font';
