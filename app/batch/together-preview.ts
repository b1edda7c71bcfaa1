import type { Size } from '#core/geometry/point.ts';
import { type JoinParameters, planJoin } from '#core/image/join-plan.ts';
import { type PdfParameters, placeOnPage } from '#core/image/pdf/page-place.ts';
import type { Thumbnail } from './batch-client.ts';

/** Largest size of a preview in CSS pixels, and the height and number of the pages that a preview shows. */
const MOST: Size = { width: 560, height: 240 };
const PAGE_HEIGHT = 150;
const PAGE_GAP = 12;
const MOST_PAGES = 8;

/** Draws joined images from their thumbnails. Returns the size of the result; undefined if it is too large. */
export function drawJoined(
  canvas: HTMLCanvasElement,
  thumbnails: readonly Thumbnail[],
  params: JoinParameters,
): Size | undefined {
  const plan = planOf(thumbnails, params);
  if (!plan) return undefined;
  const scale = Math.min(1, MOST.width / plan.width, MOST.height / plan.height);
  const context = sized(canvas, { width: plan.width * scale, height: plan.height * scale });
  if (params.background !== 'transparent') {
    context.fillStyle = params.background;
    context.fillRect(0, 0, plan.width * scale, plan.height * scale);
  }
  for (const [index, { left, top, width, height }] of plan.images.entries()) {
    const { bitmap } = thumbnails[index] as Thumbnail;
    context.drawImage(bitmap, left * scale, top * scale, width * scale, height * scale);
  }
  return { width: plan.width, height: plan.height };
}

function planOf(thumbnails: readonly Thumbnail[], params: JoinParameters) {
  try {
    return planJoin(
      thumbnails.map(({ size }) => size),
      params,
    );
  } catch {
    return undefined;
  }
}

/** Draws the first pages of a PDF side by side, at equal heights. */
export function drawPages(canvas: HTMLCanvasElement, thumbnails: readonly Thumbnail[], params: PdfParameters): Size {
  const pages = thumbnails.slice(0, MOST_PAGES).map(({ bitmap, size: { width, height } }) => {
    const { page, place } = placeOnPage({ width: width * 0.75, height: height * 0.75 }, params);
    return { bitmap, page, place, scale: PAGE_HEIGHT / page.height };
  });
  const width = pages.reduce((sum, { page, scale }) => sum + page.width * scale + PAGE_GAP, -PAGE_GAP);
  const shrink = Math.min(1, MOST.width / width);
  const context = sized(canvas, { width: width * shrink, height: PAGE_HEIGHT * shrink });
  context.scale(shrink, shrink);
  let left = 0;
  for (const { bitmap, page, place, scale } of pages) {
    context.fillStyle = '#ffffff';
    context.fillRect(left, 0, page.width * scale, PAGE_HEIGHT);
    const top = page.height - place.bottom - place.height;
    context.drawImage(bitmap, left + place.left * scale, top * scale, place.width * scale, place.height * scale);
    left += page.width * scale + PAGE_GAP;
  }
  return { width, height: PAGE_HEIGHT };
}

/** Milliseconds after which a preview stops at the first image, because longer movement distracts from reading. */
const PLAYING_MS = 5000;

interface FrameParameters {
  readonly delay: number;
  readonly width?: number;
  readonly fit: 'contain' | 'cover';
  readonly background: string;
}

/**
 * Plays images at the delay of their animation; only the first image if the visitor prefers less movement. Passes the
 * animation's size to `onSize`. Returns a function that stops.
 */
export function playFrames(
  canvas: HTMLCanvasElement,
  thumbnails: readonly Thumbnail[],
  { delay, fit, background, ...params }: FrameParameters,
  onSize: (size: Size) => void,
): () => void {
  const { size: first } = thumbnails[0] as Thumbnail;
  const { width = first.width } = params;
  const height = Math.max(1, Math.round((first.height * width) / first.width));
  onSize({ width, height });
  const scale = Math.min(MOST.width / width, MOST.height / height, 1);
  const [shownWidth, shownHeight] = [width * scale, height * scale];
  const context = sized(canvas, { width: shownWidth, height: shownHeight });
  const draw = ({ bitmap, size }: Thumbnail) => {
    const sides = [shownWidth / size.width, shownHeight / size.height];
    const factor = fit === 'cover' ? Math.max(...sides) : Math.min(...sides);
    const [ownWidth, ownHeight] = [size.width * factor, size.height * factor];
    context.clearRect(0, 0, shownWidth, shownHeight);
    context.fillStyle = background;
    context.fillRect(0, 0, shownWidth, shownHeight);
    context.drawImage(bitmap, (shownWidth - ownWidth) / 2, (shownHeight - ownHeight) / 2, ownWidth, ownHeight);
  };
  let index = 0;
  const show = () => draw(thumbnails[index] as Thumbnail);
  show();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {};
  const start = performance.now();
  const timer = setInterval(() => {
    const isOver = performance.now() - start >= PLAYING_MS;
    index = isOver ? 0 : (index + 1) % thumbnails.length;
    show();
    if (isOver) clearInterval(timer);
  }, delay);
  return () => clearInterval(timer);
}

function sized(canvas: HTMLCanvasElement, { width, height }: Size): CanvasRenderingContext2D {
  const density = Math.min(2, devicePixelRatio);
  canvas.width = Math.max(1, Math.round(width * density));
  canvas.height = Math.max(1, Math.round(height * density));
  canvas.style.width = `${Math.round(width)}px`;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(density, density);
  return context;
}
