import type { Size } from '#core/geometry/point.ts';
import { COLOR } from '#core/parameters/parse.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import type { DocumentKind } from '../document/document.ts';
import { parseOnce } from '../document/parse-once.ts';
import { getOwnProperty, storedList, storedReference, storedSide, storedText } from '../storage/stored.ts';
import { storedCues } from '../storage/stored-cues.ts';
import type { BlankBackground } from '../workers/image-client.ts';
import { type ImageList, LIST_CHANGES, listBeside, listFiles, type MaybeList, parseList } from './image-list.ts';
import { type EditSteps, editedStep, parseSteps, stepFiles, withSteps } from './steps.ts';

/** Changes of a text's or shape's tab or place. All other changes of texts and shapes have their operation's name. */
const OBJECT_CHANGES = ['bringForward', 'sendBackward', 'duplicate', 'align', 'removeObject'] as const;
export type ObjectChange = (typeof OBJECT_CHANGES)[number];

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
  'addAudio',
  'removeAudio',
  'captions',
  ...LIST_CHANGES,
  ...OBJECT_CHANGES,
] as const;

/** The image on the desk. `id` is the file's ID in the file store, if the image isn't a blank background. */
export interface DeskImage {
  readonly id: string;
  readonly name: string;
  readonly blank?: BlankBackground;
}

/** Operations whose editors hold several texts or shapes, which become a step of the image later. */
export const drawnOperations = ['write-texts', 'write-horizontal', 'write-vertical', 'draw-shapes'] as const;
export type DrawnOperation = (typeof drawnOperations)[number];

/** Texts or shapes of an editor. */
export interface Drawn {
  /** One object per tab. The editor parses them. */
  readonly items: readonly object[];
  /** IDs of the items' files, such as images inside shapes. */
  readonly files?: readonly string[];
  /** Settings for notation such as ruby. */
  readonly notation?: object;
  /** Size in pixels of the image on which the items were edited. */
  readonly size?: Size;
  /** True on another image of the same batch, where the items keep their relative position and size. */
  readonly isCarried?: boolean;
  /** True if the items were made on the editor's own blank background. They stay there when an image opens elsewhere. */
  readonly isOnBlank?: boolean;
}

/**
 * What lies on the desk: the open image and its steps, which all tools for single images share. Several images
 * are a batch.
 */
export interface DeskValue {
  readonly image?: DeskImage;
  readonly steps: EditSteps;
  readonly drawn?: Readonly<Partial<Record<DrawnOperation, Drawn>>>;
  /** The texts or shapes of the step that is being edited, once its editor has opened. */
  readonly edited?: Drawn;
  readonly list?: ImageList;
  /** The audio of text animations. It stays when another image opens. */
  readonly audio?: { readonly id: string; readonly name: string };
  /** The captions of text animations, in seconds of the animation. They stay too. */
  readonly cues?: readonly Cue[];
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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Largest number of files in an editor's texts or shapes. */
const MAX_DRAWN_FILES = 100;

const parseDrawn = parseOnce((stored): Drawn | undefined => {
  const [items, notation] = [getOwnProperty(stored, 'items'), getOwnProperty(stored, 'notation')];
  if (!Array.isArray(items) || !items.every(isObject)) return undefined;
  const size = getOwnProperty(stored, 'size');
  const [width, height] = [storedSide(getOwnProperty(size, 'width')), storedSide(getOwnProperty(size, 'height'))];
  const files = storedList(storedText, MAX_DRAWN_FILES)(getOwnProperty(stored, 'files'));
  return {
    items,
    ...(files && { files }),
    ...(isObject(notation) && { notation }),
    ...(width && height && { size: { width, height } }),
    ...(getOwnProperty(stored, 'isCarried') === true && { isCarried: true }),
    ...(getOwnProperty(stored, 'isOnBlank') === true && { isOnBlank: true }),
  };
});

const parseAllDrawn = parseOnce((stored): DeskValue['drawn'] => {
  const entries = drawnOperations.flatMap((operation) => {
    const drawn = parseDrawn(getOwnProperty(stored, operation));
    return drawn ? [[operation, drawn]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
});

export const deskKind: DocumentKind<DeskValue> = {
  key: 'desk',
  initial: { steps: [] },
  parse: (stored) => {
    const image = parseImage(getOwnProperty(stored, 'image'));
    const steps = parseSteps(getOwnProperty(stored, 'steps'));
    const drawn = parseAllDrawn(getOwnProperty(stored, 'drawn'));
    const edited = parseDrawn(getOwnProperty(stored, 'edited'));
    const list = parseList(getOwnProperty(stored, 'list'));
    const audio = storedReference(getOwnProperty(stored, 'audio'));
    const cues = storedCues(getOwnProperty(stored, 'cues'));
    if (!steps) return undefined;
    return {
      ...(image && { image }),
      steps: image || list ? steps : [],
      ...(drawn && { drawn }),
      ...(image && edited && { edited }),
      ...(list && { list }),
      ...(audio && { audio }),
      ...(cues.length > 0 && { cues }),
    };
  },
  filesOf: ({ image, steps, list, audio, ...value }) => [
    ...(image && !image.blank ? [image.id] : []),
    ...(audio ? [audio.id] : []),
    ...drawnFiles(value),
    stepFiles(steps),
    listFiles(list),
  ],
};

/** IDs of the files in all editors' texts or shapes. */
export const drawnFiles = ({ drawn, edited }: Pick<DeskValue, 'drawn' | 'edited'>): readonly string[] =>
  [...Object.values(drawn ?? {}), edited].flatMap((each) => each?.files ?? []);

type DrawnChange = (drawn: Drawn, operation: DrawnOperation) => Drawn | undefined;

/** Returns the property `drawn` after a change of each editor's texts or shapes. Removes those that become undefined. */
function drawnAfter(drawn: DeskValue['drawn'], change: DrawnChange): Pick<DeskValue, 'drawn'> {
  const entries = drawnOperations.flatMap((operation) => {
    const before = drawn?.[operation];
    const after = before && change(before, operation);
    return after ? [[operation, after]] : [];
  });
  return entries.length > 0 ? { drawn: Object.fromEntries(entries) } : {};
}

/** Opens another image. The texts or shapes of `placing`, the open editor, move there from their blank background. */
export const openImage =
  (image: DeskImage, steps: EditSteps = [], placing?: DrawnOperation) =>
  ({ drawn, edited: _, list, ...rest }: DeskValue): DeskValue =>
    withList(
      {
        ...rest,
        image,
        steps,
        ...drawnAfter(drawn, ({ isCarried: _, isOnBlank, ...rest }, operation) => ({
          ...rest,
          ...(isOnBlank && operation !== placing && { isOnBlank }),
        })),
      },
      listBeside(list),
    );

/** Takes an image and its batch off the desk, unless another image has replaced it. */
export const closeImage =
  (id: string) =>
  (desk: DeskValue): DeskValue => {
    const { image, edited: _, list, ...rest } = desk;
    return image?.id === id ? withList({ ...rest, steps: [] }, listBeside(list)) : desk;
  };

/** Takes an image that can't be opened off the desk. The other images of its batch stay. */
export const dropImage =
  (id: string) =>
  (desk: DeskValue): DeskValue => {
    const { image, edited: _, list, ...rest } = desk;
    if (!list || image?.id !== id) return closeImage(id)(desk);
    const { shown: __, ...others } = list;
    return { ...rest, list: others };
  };

export const changeAudio =
  (audio: DeskValue['audio']) =>
  (desk: DeskValue): DeskValue => {
    const { audio: before, ...rest } = desk;
    return before === audio ? desk : { ...rest, ...(audio && { audio }) };
  };

const withList = ({ list: _, ...desk }: DeskValue, list: MaybeList): DeskValue => ({ ...desk, ...(list && { list }) });

export const changeList =
  (change: (list: MaybeList) => MaybeList) =>
  (desk: DeskValue): DeskValue => {
    const list = change(desk.list);
    return list === desk.list ? desk : withList(desk, list);
  };

/**
 * Displays an image of the batch with its steps, unless the image has left the batch. Texts and shapes keep their
 * relative position and size. `from` is the size in pixels of the image before, on which they were edited.
 */
export const showListed =
  (
    image: DeskImage,
    stepsFor: (steps: EditSteps, madeOn: Size | undefined) => EditSteps,
    change: (list: MaybeList) => MaybeList,
    from?: Size,
    placing?: DrawnOperation,
  ) =>
  (desk: DeskValue): DeskValue => {
    const list = change(desk.list);
    if (list === desk.list) return desk;
    const steps = stepsFor(desk.steps, desk.list?.madeOn);
    if (!desk.list?.madeOn) return withList(openImage(image, steps, placing)(desk), list);
    const { drawn, edited: _, ...rest } = desk;
    const carried = drawnAfter(drawn, (each) => ({ ...(from && { size: from }), ...each, isCarried: true }));
    return withList({ ...rest, image, steps, ...carried }, list);
  };

/** Changes the steps of an open image. Ends the editing of texts or shapes whose step is no longer being edited. */
export const changeSteps =
  (change: (steps: EditSteps) => EditSteps) =>
  (desk: DeskValue): DeskValue => {
    if (!desk.image) return desk;
    const steps = change(desk.steps);
    if (steps === desk.steps) return desk;
    const { edited, ...rest } = desk;
    return { ...rest, steps, ...(edited && editedStep(steps) === editedStep(desk.steps) && { edited }) };
  };

/** Returns an editor's texts or shapes: those of the step that is being edited, or the visitor's own. */
export const drawnOf = ({ drawn, edited, steps }: DeskValue, operation: DrawnOperation): Drawn | undefined =>
  edited && editedStep(steps)?.operation === operation ? edited : drawn?.[operation];

/** Changes an editor's texts or shapes. */
export const changeDrawn =
  (operation: DrawnOperation, change: (drawn: Drawn | undefined) => Drawn | undefined) =>
  (desk: DeskValue): DeskValue => {
    const before = drawnOf(desk, operation);
    const after = change(before);
    if (!after || after === before) return desk;
    return before && before === desk.edited
      ? { ...desk, edited: after }
      : { ...desk, drawn: { ...desk.drawn, [operation]: after } };
  };

/** Opens the texts or shapes of the step that is being edited, if it is still that step. */
export const editDrawn =
  (step: RecipeStep, edited: Drawn) =>
  (desk: DeskValue): DeskValue =>
    editedStep(desk.steps) === step && !desk.edited ? { ...desk, edited } : desk;

/** Adds an editor's texts or shapes as steps of the image, or replaces the edited step. The editor's tabs are then empty. */
export const keepDrawn =
  (operation: DrawnOperation, added: Recipe) =>
  (desk: DeskValue): DeskValue => {
    if (!desk.image) return desk;
    const isEdited = editedStep(desk.steps) !== undefined;
    const next = changeSteps((steps) => withSteps(steps, added))(desk);
    const { drawn, ...rest } = next;
    return isEdited ? next : { ...rest, ...drawnAfter(drawn, (each, of) => (of === operation ? undefined : each)) };
  };
