import { useEffect } from 'react';
import type { Raster } from '#core/base/raster.ts';
import type { Box } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { meanLuminance, readableOn } from '#core/image/color/readable.ts';
import type { PictureSession } from '../session/picture-session.ts';
import { pictureWorker } from '../workers/picture-worker.ts';

/** Maximum side, in pixels, of the image for averages of luminance. */
const SAMPLE_SIDE = 128;
const WHITE = '#ffffff';

interface Sample {
  readonly size: Size;
  /** Pixels of the sample; undefined while loading. */
  readonly pixels?: Raster;
}

/** Chooses colors that contrast with the image. Remembers by identity, also across undo, which items it colored. */
export class ReadableColors<Item extends object> {
  private sample: Sample | undefined;
  private readonly chosen = new WeakSet<Item>();

  /** @param colors accessors for an item's color and its place in the image */
  constructor(
    private readonly colors: {
      readonly get: (item: Item) => string;
      readonly set: (item: Item, color: string, isDark: boolean) => Item;
      /** Preferred color; white replaces this color where the image is too dark. */
      readonly dark: (item: Item) => string;
      readonly place: (item: Item, size: Size) => Box;
    },
  ) {}

  get size(): Size | undefined {
    return this.sample?.size;
  }

  look(sample: Sample | undefined): void {
    this.sample = sample;
  }

  /** Returns the item in a color that is readable at its place. */
  choose(item: Item): Item {
    const { get, set, dark, place } = this.colors;
    const luminance = this.sample && this.luminanceAt(place(item, this.sample.size));
    const color = luminance === undefined ? get(item) : readableOn(luminance, dark(item), WHITE);
    const next = color === get(item) ? item : set(item, color, color === dark(item));
    this.chosen.add(next);
    return next;
  }

  /** Chooses the item's color again after a change, unless the change set the color. */
  follow(next: Item, before: Item): Item {
    const isOwn = this.chosen.has(before) && this.colors.get(next) === this.colors.get(before);
    return isOwn ? this.choose(next) : next;
  }

  private luminanceAt(box: Box): number | undefined {
    if (!this.sample?.pixels) return undefined;
    const { size, pixels } = this.sample;
    const [x, y] = [pixels.width / size.width, pixels.height / size.height];
    return meanLuminance(pixels, {
      top: box.top * y,
      left: box.left * x,
      bottom: box.bottom * y,
      right: box.right * x,
    });
  }
}

/** Samples the session's image for the given colors and calls `onLook` after each new sample. */
export function usePictureSample(
  session: PictureSession,
  colors: readonly Pick<ReadableColors<never>, 'look'>[],
  onLook: () => void,
): void {
  const version = session.use((state) => state.picture?.version);
  useEffect(() => {
    const { picture, history } = session.use.getState();
    const size = picture && { width: picture.info.width, height: picture.info.height };
    for (const each of colors) each.look(size && { size });
    if (!picture || !size || version === undefined) return;
    const looking = new AbortController();
    pictureWorker
      .pixels({ source: picture.source.id, steps: history.present }, SAMPLE_SIDE, { signal: looking.signal })
      .then((pixels) => {
        if (looking.signal.aborted) return;
        for (const each of colors) each.look({ size, pixels });
        onLook();
      })
      // Keeps the colors without a sample; the stage reports the image's error.
      .catch(() => undefined);
    return () => looking.abort();
  }, [session, version, colors, onLook]);
}
