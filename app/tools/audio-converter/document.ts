import { extensionOf } from '#core/base/files.ts';
import { createDocument, type DocumentKind, type VisitorDocument } from '../../document/document.ts';
import { thisTab } from '../../document/this-tab.ts';
import { MAX_FILES } from '../../intake/file-limit.ts';
import { getOwnProperty, storedList, storedNumber, storedText } from '../../storage/stored.ts';
import type { AudioConversion } from './conversions.ts';

/** An audio file of the list. `id` is its ID in the file store. */
export interface AudioFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

export interface AudioList {
  readonly files: readonly AudioFile[];
}

/** Names of the list's changes, for Undo and Redo. */
const CHANGES = ['addFiles', 'moveFile', 'removeFile', 'removeFiles'] as const;

export const changeName = (label: string) => CHANGES.find((name) => name === label);

const storedBytes = storedNumber(0, Number.MAX_SAFE_INTEGER);

function parseAudioFile(stored: unknown): AudioFile | undefined {
  const [id, name] = [storedText(getOwnProperty(stored, 'id')), storedText(getOwnProperty(stored, 'name'))];
  const bytes = storedBytes(getOwnProperty(stored, 'bytes'));
  return id === undefined || name === undefined || bytes === undefined ? undefined : { id, name, bytes };
}

export const audioListKind = ({ tool, from }: Pick<AudioConversion, 'tool' | 'from'>): DocumentKind<AudioList> => ({
  key: tool,
  initial: { files: [] },
  parse: (stored) => {
    const files = storedList(parseAudioFile, MAX_FILES)(getOwnProperty(stored, 'files'));
    return files && { files: files.filter(({ name }) => !from || extensionOf(name) === from.extension) };
  },
  filesOf: ({ files }) => files.map(({ id }) => id),
});

export const createAudioList = (conversion: AudioConversion): VisitorDocument<AudioList> =>
  createDocument(audioListKind(conversion), thisTab());

export const addFiles =
  (added: readonly AudioFile[]) =>
  (list: AudioList): AudioList =>
    added.length > 0 ? { files: [...list.files, ...added].slice(0, MAX_FILES) } : list;

/** Moves a file by a number of places. A file at an end of the list stays there. */
export const moveFile =
  (id: string, by: number) =>
  (list: AudioList): AudioList => {
    const from = list.files.findIndex((file) => file.id === id);
    const file = list.files[from];
    const to = Math.min(list.files.length - 1, Math.max(0, from + by));
    return file && to !== from ? { files: list.files.toSpliced(from, 1).toSpliced(to, 0, file) } : list;
  };

/** Removes files by their IDs, never all of a list: files that the database still has to return aren't meant. */
export const removeFiles =
  (ids: readonly string[]) =>
  (list: AudioList): AudioList => {
    const removed = new Set(ids);
    const files = list.files.filter(({ id }) => !removed.has(id));
    return files.length < list.files.length ? { files } : list;
  };
