import { FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { Warning } from '#core/platform/context.ts';
import type { ListedImage } from '../desk/image-list.ts';
import { thisTab } from '../document/this-tab.ts';
import { folderOf } from '../intake/file-folders.ts';
import { MAX_FILES, reportFullList } from '../intake/file-limit.ts';
import { isAccepted } from '../ui/accepted-images.ts';

/** An item of the document's list, with the state of its processing. */
export interface BatchItem extends ListedImage {
  readonly state: 'ready' | 'waiting' | 'working' | 'done' | 'failed';
  readonly error?: unknown;
  readonly warnings?: readonly Warning[] | undefined;
  /** Key of the settings with which the item was last queued for processing. */
  readonly key?: string;
  readonly result?: ResultFile;
}

export interface ResultFile extends Size {
  readonly format: string;
  readonly bytes: number;
  /** Bytes of the result; undefined after the result was written to a folder. */
  readonly blob: Blob | undefined;
  readonly warnings: readonly Warning[];
}

export interface BatchRun {
  readonly total: number;
  readonly done: number;
  readonly startedAt: number;
}

export interface BatchState {
  readonly items: readonly BatchItem[];
  readonly shown: string | undefined;
  readonly run: BatchRun | undefined;
  readonly packing: boolean;
}

/** Returns the item in the state `waiting`. Keeps the item's result if the settings haven't changed. */
export const waitingFor = (item: BatchItem, key: string): BatchItem => ({
  ...item,
  state: 'waiting',
  error: undefined,
  result: item.key === key && item.result?.blob ? item.result : undefined,
});

/** Returns an item's file. Files are read when they are needed, so a long list takes little memory. */
export const storedFile = ({ id, name }: { readonly id: string; readonly name: string }): Promise<File> =>
  thisTab().files.open(id, 'imageLoad', name);

export const begun = (item: ListedImage): BatchItem =>
  item.isRefused ? { ...item, state: 'failed', error: new FudebakoError('imageType') } : { ...item, state: 'ready' };

/** Accepts as many files as a list of images has room for. Reports the number of the others. */
export function listed(files: readonly File[], count = 0): readonly ListedImage[] {
  const room = MAX_FILES - count;
  reportFullList(files.length - room);
  return files.slice(0, room).map((file) => ({
    id: crypto.randomUUID(),
    name: file.name,
    folder: folderOf(file),
    image: { id: thisTab().files.add(file), name: file.name },
    ...(!isAccepted(file) && { isRefused: true }),
  }));
}
