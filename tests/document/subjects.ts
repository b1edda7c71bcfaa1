import {
  changeAudio,
  changeDrawn,
  changeList,
  changeSteps,
  closeImage,
  type DeskValue,
  type Drawn,
  deskKind,
  drawnOperations,
  dropImage,
  editDrawn,
  keepDrawn,
  openImage,
  showListed,
} from '#app/desk/document.ts';
import { addItems, type ListedImage, moveItem, removeItem, showItem } from '#app/desk/image-list.ts';
import { editedStep, editStep, endEditing, moveStep, removeStep, switchStep, withSteps } from '#app/desk/steps.ts';
import { type AudioList, addFiles, audioListKind, removeFiles } from '#app/tools/audio-converter/document.ts';
import {
  type Composition,
  changeList as changeBottoms,
  changeSettings,
  clearLayer,
  compositionKind,
  cutOutTop,
  layerIds,
  setLayer,
  swapLayers,
} from '#app/tools/layer/document.ts';
import {
  act,
  clearBase,
  clearMaskImage,
  generate,
  type MaskWork,
  maskKind,
  openBase,
  openMask,
  paste,
  select,
  setEdge,
} from '#app/tools/mask/document.ts';
import {
  addFiles as addToVideo,
  changeFit,
  changeSettings as changeVideo,
  moveImage,
  removeFile as removeFromVideo,
  type VideoDocument,
  videoKind,
} from '#app/tools/video-maker/document.ts';
import { audioVideoMaker, mainSlot, slideshowMaker, type VideoMaker } from '#app/tools/video-maker/maker.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { fitModes } from '#core/video/plan/fit-modes.ts';
import { type Action, type Subject, tryOrders } from './model.ts';

const audioList: Subject<AudioList> = {
  kind: audioListKind({ tool: 'wav_to_mp3', from: { extension: 'wav', wrongType: 'audioOnlyWav' } }),
  actions: [
    {
      name: 'addFiles',
      needsFile: true,
      apply: (list, pick, id) => addFiles([{ id, name: `${pick}.wav`, bytes: pick }])(list),
    },
    {
      name: 'removeFile',
      apply: (list, pick) => removeFiles([pickOf(list.files, pick)?.id ?? ''])(list),
    },
    { name: 'removeFiles', apply: (list) => removeFiles(list.files.map(({ id }) => id))(list) },
  ],
};

const layerAt = (pick: number) => layerIds[pick % layerIds.length] ?? 'top';

const composition: Subject<Composition> = {
  kind: compositionKind,
  actions: [
    {
      name: 'open',
      needsFile: true,
      apply: (value, pick, id) => setLayer(layerAt(pick), { id, name: `${pick}.png` })(value),
    },
    { name: 'clear', apply: (value, pick) => clearLayer(layerAt(pick))(value) },
    { name: 'swap', apply: swapLayers(() => undefined) },
    {
      name: 'cutOut',
      needsFile: true,
      apply: (value, _, id) => cutOutTop(value.layers.top?.id ?? '', { id, name: 'cutout.png' })(value),
    },
    {
      name: 'addImages',
      needsFile: true,
      apply: (value, pick, id) => changeBottoms(addItems(listed(pick, id)))(value),
    },
    {
      name: 'removeImage',
      apply: (value, pick) => changeBottoms(removeItem(pickOf(value.list?.items ?? [], pick)?.id ?? ''))(value),
    },
    { name: 'opacity', apply: (value, pick) => changeSettings({ opacity: (pick % 11) / 10 })(value) },
    { name: 'place', apply: (value, pick) => changeSettings({ offsetX: pick, offsetY: -pick })(value) },
  ],
};

/** Returns one of the items; undefined if there are none. */
const pickOf = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % (items.length || 1)];

const changeOneFit = (maker: VideoMaker): Action<VideoDocument> => ({
  name: 'fitMain',
  apply: (screen, pick) => changeFit(maker, pick % maker.mainSlots, pickOf(fitModes, pick) ?? 'cover')(screen),
});

const video = (maker: VideoMaker): Subject<VideoDocument> => ({
  kind: videoKind(maker),
  actions: [
    {
      name: 'addFiles',
      needsFile: true,
      apply: (screen, pick, id) => {
        // One file stands for all images that are added together.
        const images = Array.from({ length: 1 + (pick % 3) }, () => ({ id, name: `${pick}.png` }));
        const open = pickOf([undefined, 'start', 'end', mainSlot(pick % maker.mainSlots)] as const, pick);
        return addToVideo(maker, { images, open })(screen);
      },
    },
    {
      name: 'addFiles',
      needsFile: true,
      apply: (screen, pick, id) =>
        addToVideo(maker, { audio: { id, name: `${pick}.mp3` }, images: [], open: undefined })(screen),
    },
    { name: 'clearAudio', apply: (screen) => removeFromVideo(screen.audio?.id ?? '')(screen) },
    {
      name: 'clearImage',
      apply: (screen, pick) => removeFromVideo(pickOf(Object.values(screen.slots), pick)?.id ?? '')(screen),
    },
    {
      name: 'moveImage',
      apply: (screen, pick) => {
        const id = pickOf(Object.values(screen.slots), pick)?.id ?? '';
        return moveImage(maker, id, (pick * 7) % maker.mainSlots)(screen);
      },
    },
    { name: 'durStartSec', apply: (screen, pick) => changeVideo({ durStartSec: pick })(screen) },
    ...(maker.mainSlots > 1 ? [changeOneFit(maker)] : []),
  ],
});
const pen = { gray: 255, widthPx: 8, feather: 0 } as const;
const box = {
  combine: 'add',
  tolerance: 9,
  contiguous: true,
  points: [],
  left: 1,
  top: 1,
  right: 9,
  bottom: 9,
} as const;
const recipe = {
  width: 0,
  height: 9,
  strokes: [{ ...pen, tool: 'pen', points: [{ x: 1, y: 1 }] }],
  invert: true,
} as const;

const mask: Subject<MaskWork> = {
  kind: maskKind,
  actions: [
    {
      name: 'openMask',
      needsFile: true,
      apply: (value, pick, id) =>
        openMask({ width: pick + 1, height: 9, gray: 0, image: { id, name: `${pick}.png` } })(value),
    },
    {
      name: 'openBase',
      needsFile: true,
      apply: (value, pick, id) => openBase({ id, name: `${pick}.png`, width: 9, height: pick + 1 })(value),
    },
    { name: 'clearBase', apply: clearBase },
    { name: 'clearMask', apply: clearMaskImage },
    // A width of 0 means the present one. The largest would need more pixels than a mask can have.
    {
      name: 'generate',
      apply: (value, pick) => generate({ width: pick % 3 && 10 ** pick, height: 0, gray: pick })(value),
    },
    {
      name: 'pen',
      apply: (value, pick) => act({ kind: 'stroke', stroke: { ...pen, tool: 'pen', points: [pick, 2, 1] } })(value),
    },
    { name: 'invert', apply: act({ kind: 'invert' }) },
    {
      name: 'select',
      apply: (value, pick) =>
        select(
          { ...box, kind: pick % 2 ? 'rect' : 'subject', unit: pick % 2 ? undefined : 'px' },
          pick % 3 === 0,
        )(value),
    },
    { name: 'edges', apply: (value, pick) => setEdge('grow', pick % 5)(value) },
    { name: 'paste', apply: (value, pick) => paste(parseParameters(makeMask.params, recipe), pick % 2 === 0)(value) },
  ],
};

const desk: Subject<DeskValue> = {
  kind: deskKind,
  actions: [
    {
      name: 'openImage',
      needsFile: true,
      apply: (value, pick, id) => openImage({ id, name: `${pick}.png` }, [], pickOf(drawnOperations, pick))(value),
    },
    {
      name: 'write-texts',
      apply: (value, pick) => changeDrawn(operationAt(pick), (drawn) => textsAfter(drawn, pick))(value),
    },
    {
      name: 'draw-shapes',
      needsFile: true,
      apply: (value, _, id) => changeDrawn('draw-shapes', () => shapesOf([id]))(value),
    },
    {
      name: 'draw-shapes',
      needsFile: true,
      apply: (value, _, id) => {
        const inputs = { shapeImages: [JSON.stringify({ file: id })] };
        const step = { operation: 'draw-shapes', params: { components: shapesOf([id]).items }, inputs } as const;
        return changeSteps((steps) => withSteps(steps, [step]))(value);
      },
    },
    {
      name: 'addAudio',
      needsFile: true,
      apply: (value, pick, id) => changeAudio({ id, name: `${pick}.mp3` })(value),
    },
    { name: 'removeAudio', apply: changeAudio(undefined) },
    {
      name: 'keep',
      apply: (value, pick) =>
        keepDrawn(operationAt(pick), [{ operation: 'scale', params: { width: 1 + pick } }])(value),
    },
    {
      name: 'edit',
      apply: (value, pick) => {
        const step = editedStep(value.steps);
        return step ? editDrawn(step, textsAfter(undefined, pick))(value) : value;
      },
    },
    { name: 'closeImage', apply: (value) => closeImage(value.image?.id ?? '')(value) },
    {
      name: 'scale',
      apply: (value, pick) =>
        changeSteps((steps) => withSteps(steps, [{ operation: 'scale', params: { width: 1 + pick } }]))(value),
    },
    {
      name: 'switchStepOff',
      apply: (value, pick) => changeSteps((steps) => switchStep(steps, stepAt(steps, pick)))(value),
    },
    {
      name: 'moveStep',
      apply: (value, pick) => changeSteps((steps) => moveStep(steps, 0, stepAt(steps, pick)))(value),
    },
    {
      name: 'removeStep',
      apply: (value, pick) =>
        changeSteps((steps) => (steps.length > 0 ? removeStep(steps, stepAt(steps, pick)) : steps))(value),
    },
    {
      name: 'editStep',
      apply: (value, pick) =>
        changeSteps((steps) => (steps.length > 0 ? editStep(steps, stepAt(steps, pick), 'waiting') : steps))(value),
    },
    { name: 'endEditing', apply: changeSteps(endEditing) },
    {
      name: 'addImages',
      needsFile: true,
      apply: (value, pick, id) => changeList(addItems(listed(pick, id)))(value),
    },
    {
      name: 'showImage',
      apply: (value, pick) => {
        const { id, image } = pickOf(value.list?.items ?? [], pick) ?? {};
        if (!id) return value;
        const show = showItem(id, image && { width: 1 + pick, height: 9 });
        return image
          ? showListed(image, (steps) => steps, show, { width: 1 + pick, height: 9 })(value)
          : changeList(show)(value);
      },
    },
    {
      name: 'moveImage',
      apply: (value, pick) => changeList(moveItem(pickOf(value.list?.items ?? [], pick)?.id ?? '', 1))(value),
    },
    {
      name: 'removeImage',
      apply: (value, pick) => changeList(removeItem(pickOf(value.list?.items ?? [], pick)?.id ?? ''))(value),
    },
    { name: 'closeImages', apply: changeList(() => undefined) },
    { name: 'closeImage', apply: (value) => dropImage(value.image?.id ?? '')(value) },
  ],
};

const operationAt = (pick: number) => pickOf(drawnOperations, pick) ?? 'write-texts';

const shapesOf = (files: readonly string[]) => ({
  items: files.map((shapeImageKey) => ({ shape: 'image', shapeImageKey })),
  files,
});

const textsAfter = (drawn: Drawn | undefined, pick: number): Drawn => ({
  items: [...(drawn?.items ?? []).slice(0, 3), { text: `${pick}` }],
  ...(pick % 2 === 0 && { size: { width: 1 + pick, height: 9 } }),
  ...(pick % 3 === 0 && { isOnBlank: true }),
  ...(pick % 5 === 0 && { notation: { ruby: pick % 2 === 0 } }),
});

/** Images and table rows that share a file, and a row of the open image. */
const listed = (pick: number, id: string): readonly ListedImage[] => {
  const image = { id, name: `${pick}.png` };
  const row = { table: 'a.csv', number: 1 + pick, cells: [['text', pick]] as const, files: { a: id } };
  const all: readonly ListedImage[] = [
    { id: `${id}-image`, name: image.name, folder: 'sub', image },
    { id: `${id}-row`, name: 'row', folder: '', image, row },
    { id: `${id}-open`, name: 'open', folder: '', row },
  ];
  return all.slice(0, 1 + (pick % 3));
};

const stepAt = (steps: readonly unknown[], pick: number) => pick % (steps.length || 1);

/** Tries orders of events on each document of the page, with the changes that its tool offers. */
export const documents: Readonly<Record<string, (seed: number, runs: number) => Promise<void>>> = {
  'the desk': (seed, runs) => tryOrders(desk, seed, runs),
  'the list of an audio converter': (seed, runs) => tryOrders(audioList, seed, runs),
  'the composition of layers': (seed, runs) => tryOrders(composition, seed, runs),
  'the project of a video': (seed, runs) => tryOrders(video(audioVideoMaker), seed, runs),
  'the project of a slideshow': (seed, runs) => tryOrders(video(slideshowMaker), seed, runs),
  'the mask': (seed, runs) => tryOrders(mask, seed, runs),
};
