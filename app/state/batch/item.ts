import type { Size } from '#core/geometry/point.ts';
import type { Warning } from '#core/platform/context.ts';
import type { Cell } from '#core/recipes/rows/columns.ts';

/** A row of a table. */
export interface ItemRow {
  /** The table's name. */
  readonly table: string;
  /** From 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
  /** The files that it names. */
  readonly files: Readonly<Record<string, File>>;
}

/** One of several pictures. */
export interface BatchItem {
  readonly id: string;
  /** The file's, or the one that its row of a table says. */
  readonly name: string;
  /** Nothing where a row is written on the picture on the stage. */
  readonly file: File | undefined;
  /** Where it lay below what was chosen, and where its result belongs. */
  readonly folder: string;
  /** What is laid over what is set. */
  readonly row?: ItemRow;
  readonly state: 'ready' | 'waiting' | 'working' | 'done' | 'failed';
  readonly error?: unknown;
  /** What decoding the file warned of, once it has been decoded. */
  readonly warnings?: readonly Warning[] | undefined;
  /** What was asked of it last. */
  readonly key?: string;
  readonly result?: MadeFile;
}

export interface MadeFile extends Size {
  /** Its extension. */
  readonly format: string;
  readonly bytes: number;
  /** Nothing where it has been written into a folder, from which it need not be kept. */
  readonly blob: Blob | undefined;
  /** What decoding the source's file warned of. */
  readonly warnings: readonly Warning[];
}

/** What is under way, for all of them. */
export interface BatchRun {
  readonly total: number;
  readonly done: number;
  readonly startedAt: number;
}

export interface BatchState {
  readonly items: readonly BatchItem[];
  /** The one on the stage. */
  readonly shown: string | undefined;
  /** Its size as its file has it: what the recipe on the stage was made on. */
  readonly madeOn: Size | undefined;
  readonly run: BatchRun | undefined;
  /** Results are being packed. */
  readonly packing: boolean;
  /** For these there is no room: the next visit does not find them. */
  readonly unkept: readonly string[];
}
