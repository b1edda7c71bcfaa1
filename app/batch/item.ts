import type { Size } from '#core/geometry/point.ts';
import type { Warning } from '#core/platform/context.ts';
import type { Cell } from '#core/recipes/rows/columns.ts';

export interface ItemRow {
  readonly table: string;
  /** Number of the row in the table, counted from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
  readonly files: Readonly<Record<string, File>>;
}

export interface BatchItem {
  readonly id: string;
  readonly name: string;
  /** The item's image; undefined if a table row applies to the open image. */
  readonly file: File | undefined;
  /** Path of the file's folder relative to the dropped folder. The result gets the same relative path. */
  readonly folder: string;
  readonly row?: ItemRow;
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
  /** Original size of the displayed image. Pixel values of the recipe refer to this size. */
  readonly madeOn: Size | undefined;
  /** The tool whose columns a table sets; undefined for images without rows, which all tools of the stage show. */
  readonly route: string | undefined;
  readonly run: BatchRun | undefined;
  readonly packing: boolean;
  /** Names of items beyond the storage limit, which aren't restored at the next visit. */
  readonly unsaved: readonly string[];
}

/** Returns the item in the state `waiting`. Keeps the item's result if the settings haven't changed. */
export const waitingFor = (item: BatchItem, key: string): BatchItem => ({
  ...item,
  state: 'waiting',
  error: undefined,
  result: item.key === key && item.result?.blob ? item.result : undefined,
});
