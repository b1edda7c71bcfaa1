import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Pixels } from './images.ts';

export type Place = readonly [x: number, y: number];

/** Position and scale of a displayed image in the window. */
export interface Frame {
  /** CSS pixels per image pixel. */
  readonly scale: number;
  readonly at: (place: Place) => { readonly x: number; readonly y: number };
}

/**
 * Returns the position and scale of a displayed image.
 * @param area the image, or an overlay of the same size
 */
export async function frameOf(area: Locator, width: number): Promise<Frame> {
  await area.scrollIntoViewIfNeeded();
  // Waits a frame, because the image adapts in the next frame after a resize, for example when a panel opens.
  await area.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  const box = await area.boundingBox();
  if (!box) throw new Error('the picture is not on the screen');
  const scale = box.width / width;
  return { scale, at: ([x, y]) => ({ x: box.x + x * scale, y: box.y + y * scale }) };
}

export async function dragMouse(page: Page, frame: Frame, from: Place, to: Place): Promise<void> {
  await holdMouse(page, frame, from, to);
  await page.mouse.up();
}

/** Drags like `dragMouse`, but doesn't release the button. */
export async function holdMouse(page: Page, { at }: Frame, from: Place, to: Place): Promise<void> {
  const [start, end] = [at(from), at(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
}

/**
 * Drags under adverse conditions: with a text selection that the browser would drag, a lost pointer capture, and a
 * detour outside the window.
 */
export async function dragRoughly(page: Page, frame: Frame, from: Place, to: Place): Promise<void> {
  await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
  await page.evaluate(() =>
    addEventListener(
      'pointerdown',
      ({ pointerId }) =>
        Object.assign(window, {
          loseCapture: () => {
            for (const element of document.querySelectorAll('*'))
              if (element.hasPointerCapture(pointerId)) element.releasePointerCapture(pointerId);
          },
        }),
      { once: true, capture: true },
    ),
  );
  const [start, end] = [frame.at(from), frame.at(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 8 });
  await page.evaluate(() => (window as unknown as { loseCapture: () => void }).loseCapture());
  await page.mouse.move(-40, -30, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

/** Simulates fingers by touch events of the Chrome DevTools Protocol. */
export class Finger {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  /** Moves each finger to a position. Without positions, lifts all fingers. */
  async put(type: 'touchStart' | 'touchMove' | 'touchEnd', { at }: Frame, ...places: readonly Place[]): Promise<void> {
    await this.session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map((place, id) => ({ ...at(place), id })),
    });
  }

  /**
   * Drags with the time stamps of a slow finger. Without time stamps, Chromium detects a fling, and the next tap would
   * only stop the fling.
   */
  async drag({ at }: Frame, from: Place, to: Place, steps = 6): Promise<void> {
    let timestamp = Date.now() / 1000 - (steps + 2) * SECONDS_PER_MOVE;
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) => {
      timestamp += SECONDS_PER_MOVE;
      return this.session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
    };
    await touch('touchStart', at(from));
    for (let step = 1; step <= steps; step++) {
      const part = (index: 0 | 1) => from[index] + ((to[index] - from[index]) * step) / steps;
      await touch('touchMove', at([part(0), part(1)]));
    }
    await touch('touchEnd');
  }
}

const SECONDS_PER_MOVE = 0.2;

/** Records the pointer type of each press; `collectPointerTypes` returns them. */
export const watchPointers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const types = new Set<string>();
    Object.assign(window, { pointerTypes: types });
    addEventListener('pointerdown', ({ pointerType }) => types.add(pointerType), { capture: true });
  });

/** Returns the pointer types of all presses since the last call. */
export const collectPointerTypes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { pointerTypes } = window as unknown as { pointerTypes: Set<string> };
    const types = [...pointerTypes];
    pointerTypes.clear();
    return types;
  });

/** Returns an image whose colors encode each pixel's position: red is x, green is y. */
export function placeImage(width = 240, height = 240): Pixels {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set([x, y, 128, 255], (y * width + x) * 4);
  return { data, width, height };
}

export function plainPixels(width: number, height: number, color: readonly [number, number, number]): Pixels {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([...color, 255], at);
  return { data, width, height };
}

export const pixelAt = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
