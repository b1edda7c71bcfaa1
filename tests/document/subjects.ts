import { type AudioList, addFiles, audioListKind, removeAll, removeFile } from '#app/tools/sound-converter/document.ts';
import type { Subject } from './model.ts';

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

/** All documents of the page, with the changes that their tools offer. */
export const subjects = { audioList };
