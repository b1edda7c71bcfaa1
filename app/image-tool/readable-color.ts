import { useEffect } from 'react';
import type { Raster } from '#core/base/raster.ts';
import type { Box } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { meanLuminance, readableOn } from '#core/image/color/readable.ts';
import type { Desk } from '../desk/desk.ts';
import { imageWorker } from '../workers/image-client.ts';

/** Maximum width and height, in pixels, of the reduced image whose luminance is averaged. */
const SAMPLE_SIDE = 128;
const WHITE = '#ffffff';

interface Sample {
  readonly size: Size;
  readonly pixels?: Raster;
}

/** Chooses text or shape colors that contrast with the image. Remembers which items have such a color. */
export class ReadableColors<Item extends object> {
  private sample: Sample | undefined;
  private readonly chosen = new WeakSet<Item>();

  constructor(
    private readonly colors: {
      readonly get: (item: Item) => string;
      readonly set: (item: Item, color: string, isDark: boolean) => Item;
      /** Preferred color. White replaces this color on dark parts of the image. */
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

  choose(item: Item): Item {
    const { get, set, dark, place } = this.colors;
    const luminance = this.sample && this.luminanceAt(place(item, this.sample.size));
    const color = luminance === undefined ? get(item) : readableOn(luminance, dark(item), WHITE);
    const next = color === get(item) ? item : set(item, color, color === dark(item));
    this.chosen.add(next);
    return next;
  }

  /** Chooses a color again after an object changed. Keeps a color that the visitor has set. */
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

/** Passes a reduced copy of the screen's image to `colors`, and calls `onLook` after each change of the image. */
export function useImageSample(
  screen: Desk,
  colors: readonly Pick<ReadableColors<never>, 'look'>[],
  onLook: () => void,
): void {
  const version = screen.use((state) => state.image?.version);
  useEffect(() => {
    const { image, recipe } = screen.use.getState();
    const size = image && { width: image.info.width, height: image.info.height };
    for (const each of colors) each.look(size && { size });
    if (!image || !size || version === undefined) return;
    const looking = new AbortController();
    imageWorker
      .pixels({ source: image.source.id, steps: recipe }, SAMPLE_SIDE, { signal: looking.signal })
      .then((pixels) => {
        if (looking.signal.aborted) return;
        for (const each of colors) each.look({ size, pixels });
        onLook();
      })
      // Without the reduced image, colors stay as they are. The stage reports why the image can't be read.
      .catch(() => undefined);
    return () => looking.abort();
  }, [screen, version, colors, onLook]);
}
