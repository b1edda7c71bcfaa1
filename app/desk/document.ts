import { COLOR } from '#core/parameters/parse.ts';
import type { DocumentKind } from '../document/document.ts';
import { getOwnProperty, storedSide, storedText } from '../storage/stored.ts';
import type { BlankBackground } from '../workers/picture-worker.ts';
import { type EditSteps, parseSteps } from './steps.ts';

/** Changes of the desk that aren't named after an operation, for Undo and Redo. */
export const DESK_CHANGES = [
  'openImage',
  'closeImage',
  'editStep',
  'endEditing',
  'switchStepOn',
  'switchStepOff',
  'moveStep',
  'removeStep',
] as const;

/** The image on the desk. `id` is the file's ID in the file store, if the image isn't a blank background. */
export interface DeskImage {
  readonly id: string;
  readonly name: string;
  readonly blank?: BlankBackground;
}

/** The open image and its steps, which all tools for single images share. */
export interface DeskValue {
  readonly image?: DeskImage;
  readonly steps: EditSteps;
}

function parseBlank(stored: unknown): BlankBackground | undefined {
  const [width, height] = [storedSide(getOwnProperty(stored, 'width')), storedSide(getOwnProperty(stored, 'height'))];
  const color = getOwnProperty(stored, 'color');
  return width && height && typeof color === 'string' && COLOR.test(color) ? { width, height, color } : undefined;
}

function parseImage(stored: unknown): DeskImage | undefined {
  const [id, name] = [storedText(getOwnProperty(stored, 'id')), storedText(getOwnProperty(stored, 'name'))];
  const [isBlank, blank] = [getOwnProperty(stored, 'blank') !== undefined, parseBlank(getOwnProperty(stored, 'blank'))];
  if (id === undefined || name === undefined || (isBlank && !blank)) return undefined;
  return { id, name, ...(blank && { blank }) };
}

export const deskKind: DocumentKind<DeskValue> = {
  key: 'desk',
  initial: { steps: [] },
  parse: (stored) => {
    const image = parseImage(getOwnProperty(stored, 'image'));
    const steps = parseSteps(getOwnProperty(stored, 'steps'));
    if (!steps) return undefined;
    return image ? { image, steps } : { steps: [] };
  },
  filesOf: ({ image }) => (image && !image.blank ? [image.id] : []),
};

export const openImage =
  (image: DeskImage, steps: EditSteps = []) =>
  (): DeskValue => ({ image, steps });

/** Takes an image off the desk, unless another image has replaced it. */
export const closeImage =
  (id: string) =>
  (desk: DeskValue): DeskValue =>
    desk.image?.id === id ? { steps: [] } : desk;

/** Changes the steps of an open image. */
export const changeSteps =
  (change: (steps: EditSteps) => EditSteps) =>
  (desk: DeskValue): DeskValue => {
    if (!desk.image) return desk;
    const steps = change(desk.steps);
    return steps === desk.steps ? desk : { ...desk, steps };
  };
