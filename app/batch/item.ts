import type { Size } from '#core/geometry/point.ts';
import type { Warning } from '#core/platform/context.ts';
import type { Cell } from '#core/recipes/rows/columns.ts';

export interface ItemRow {
  /** File name of the table that contains the row. */
  readonly table: string;
  /** Number of the row within the table, counted from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
  /** Files that the row's cells name, by file name. */
  readonly files: Readonly<Record<string, File>>;
}

export interface BatchItem {
  readonly id: string;
  /** Name of the item's file, or of its table row. */
  readonly name: string;
  /** The image; undefined if a table row applies to the image on the stage. */
  readonly file: File | undefined;
  /** Path of the item's folder relative to the dropped folder; the result gets the same path. */
  readonly folder: string;
  /** Values of a table row that override the settings. */
  readonly row?: ItemRow;
  readonly state: 'ready' | 'waiting' | 'working' | 'done' | 'failed';
  readonly error?: unknown;
  readonly warnings?: readonly Warning[] | undefined;
  /** Key of the settings that were last requested for the item. */
  readonly key?: string;
  readonly result?: MadeFile;
}

export interface MadeFile extends Size {
  readonly format: string;
  readonly bytes: number;
  /** The result's bytes; undefined once they have been written to a folder. */
  readonly blob: Blob | undefined;
  /** Warnings from decoding the item's source file. */
  readonly warnings: readonly Warning[];
}

/** Progress of the running batch over all its items. */
export interface BatchRun {
  readonly total: number;
  readonly done: number;
  readonly startedAt: number;
}

export interface BatchState {
  readonly items: readonly BatchItem[];
  /** ID of the item on the stage. */
  readonly shown: string | undefined;
  /** Original size of the stage's image; the recipe's pixel values refer to this size. */
  readonly madeOn: Size | undefined;
  readonly run: BatchRun | undefined;
  readonly packing: boolean;
  /** Names of items that exceed the storage limit and aren't kept for the next visit. */
  readonly unsaved: readonly string[];
}
