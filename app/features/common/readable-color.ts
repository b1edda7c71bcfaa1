import { useEffect } from 'react';
import type { Raster } from '#core/base/raster.ts';
import type { Box } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { meanLuminance, readableOn } from '#core/image/color/readable.ts';
import { pictureWorker } from '../../platform/picture-worker.ts';
import type { PictureSession } from '../../state/picture-session.ts';

/** A side of the picture that is looked at; an average needs no more. */
const SAMPLE_SIDE = 128;
const WHITE = '#ffffff';

/** The picture under a text or a shape, small. */
interface Sample {
  readonly size: Size;
  /** Nothing until they are there. */
  readonly pixels?: Raster;
}

/**
 * Colours that are chosen to stand out from the picture, until the visitor chooses one. Whose colour
 * was chosen here is known by identity, for this visit: an item from the history knows it again.
 */
export class ReadableColors<Item extends object> {
  private sample: Sample | undefined;
  private readonly chosen = new WeakSet<Item>();

  /** @param colors where an item has its colour, and where it stands in the picture */
  constructor(
    private readonly colors: {
      readonly get: (item: Item) => string;
      readonly set: (item: Item, color: string, isDark: boolean) => Item;
      /** The colour that it has where that can be seen. */
      readonly dark: (item: Item) => string;
      readonly place: (item: Item, size: Size) => Box;
    },
  ) {}

  /** Of the picture. */
  get size(): Size | undefined {
    return this.sample?.size;
  }

  look(sample: Sample | undefined): void {
    this.sample = sample;
  }

  /** The item in the colour that can be read where it stands. */
  choose(item: Item): Item {
    const { get, set, dark, place } = this.colors;
    const luminance = this.sample && this.luminanceAt(place(item, this.sample.size));
    const color = luminance === undefined ? get(item) : readableOn(luminance, dark(item), WHITE);
    const next = color === get(item) ? item : set(item, color, color === dark(item));
    this.chosen.add(next);
    return next;
  }

  /** The same after a change that left its colour alone, where that was chosen here. */
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

/** Looks at the session's picture; `onLook` is called when another has been seen. */
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
      // Without it texts keep the colours that they have; what is wrong with the picture is said elsewhere.
      .catch(() => undefined);
    return () => looking.abort();
  }, [session, version, colors, onLook]);
}
