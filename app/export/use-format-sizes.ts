import { useEffect, useState } from 'react';
import type { Size } from '#core/geometry/point.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { OutputFormat } from '#core/image/formats/output-formats.ts';
import type { ScreenState, ScreenWork } from '../desk/screen-work.ts';
import { fileKey } from '../workers/encoded-files.ts';
import { type ImageRef, imageWorker } from '../workers/image-client.ts';

/** Maximum pixels of an image that is encoded in formats that the visitor hasn't chosen. AVIF takes much longer. */
const MAX_PIXELS = { jpg: 16e6, png: 16e6, webp: 16e6, avif: 2e6, gif: 0, mp4: 0 } as const satisfies Record<
  OutputFormat,
  number
>;

/** Delay before the next format is encoded, so that a moving slider starts no work. */
const DELAY_MS = 600;

const MAX_SIZES = 64;

interface FormatSizes {
  readonly screen: ScreenWork<ScreenState>;
  readonly image: ImageRef | undefined;
  readonly size: Size | undefined;
  readonly encodings: readonly ImageEncoding[];
  /** True when the file of the chosen format is known, which comes first. */
  readonly isChosenKnown: boolean;
}

/** Returns the file size in bytes by format. Encodes one format after the other while the screen is idle. */
export function useFormatSizes(options: FormatSizes): (format: OutputFormat) => number | 'pending' | undefined {
  const { screen, image, size, encodings, isChosenKnown } = options;
  const isIdle = screen.use(({ busy }) => busy === undefined);
  // An encoder that has failed has no size, and isn't tried again.
  const [sizes, setSizes] = useState<ReadonlyMap<string, number | undefined>>(new Map());
  const pixels = size ? size.width * size.height : 0;
  const keyed = image ? encodings.map((encoding) => ({ encoding, key: fileKey(image, encoding) })) : [];
  const next = keyed.find(
    ({ encoding, key }) => pixels <= MAX_PIXELS[encoding.format] && !sizes.has(key) && !screen.written.get(key),
  );
  const wanted = isChosenKnown && isIdle ? next?.key : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything that affects the file
  useEffect(() => {
    if (wanted === undefined || !image || !next) return;
    const controller = new AbortController();
    const { signal } = controller;
    const add = (bytes: number | undefined) => {
      if (!signal.aborted) setSizes((before) => new Map([...before].slice(1 - MAX_SIZES)).set(wanted, bytes));
    };
    const measure = () =>
      imageWorker.measure(image, next.encoding, { signal }).then(
        (file) => add(file.size),
        () => add(undefined),
      );
    const timer = setTimeout(() => void measure(), DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted]);
  return (format) => {
    const key = keyed.find(({ encoding }) => encoding.format === format)?.key;
    if (key === undefined) return undefined;
    if (pixels <= MAX_PIXELS[format] && !sizes.has(key)) return screen.written.get(key)?.blob.size ?? 'pending';
    return screen.written.get(key)?.blob.size ?? sizes.get(key);
  };
}
