import {
  type Composition,
  changeSettings,
  clearLayer,
  compositionKind,
  layerIds,
  setLayer,
} from '#app/tools/layer/document.ts';
import { type AudioList, addFiles, audioListKind, removeAll, removeFile } from '#app/tools/sound-converter/document.ts';
import { type Subject, tryOrders } from './model.ts';

const audioList: Subject<AudioList> = {
  kind: audioListKind({ tool: 'wav_to_mp3', from: 'wav' }),
  actions: [
    {
      name: 'addFiles',
      needsFile: true,
      apply: (list, pick, id) => addFiles([{ id, name: `${pick}.wav`, bytes: pick }])(list),
    },
    {
      name: 'removeFile',
      apply: (list, pick) => removeFile(list.files[pick % (list.files.length || 1)]?.id ?? '')(list),
    },
    { name: 'removeFiles', apply: removeAll },
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
    { name: 'opacity', apply: (value, pick) => changeSettings({ opacity: (pick % 11) / 10 })(value) },
    { name: 'place', apply: (value, pick) => changeSettings({ offsetX: pick, offsetY: -pick })(value) },
  ],
};

/** Tries orders of events on each document of the page, with the changes that its tool offers. */
export const documents: Readonly<Record<string, (seed: number, runs: number) => Promise<void>>> = {
  'the list of an audio converter': (seed, runs) => tryOrders(audioList, seed, runs),
  'the composition of layers': (seed, runs) => tryOrders(composition, seed, runs),
};
