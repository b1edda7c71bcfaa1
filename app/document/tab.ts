import type { Database } from './database.ts';
import { FileStore } from './files.ts';
import { Writer } from './writer.ts';

interface TabOptions {
  readonly database: Database;
  /** Number of the tab's storage slot. Each browser tab has its own. */
  readonly slot: Promise<number>;
  readonly askBeforeLeaving: (work: Promise<unknown>) => unknown;
  /** Called if work can't be stored or read. */
  readonly onFailure: () => void;
  /** Receives each answer for which a document waits. */
  readonly watch: (answer: Promise<unknown>) => void;
  readonly now?: () => number;
  /** Largest total size of the stored files. */
  readonly maxBytes?: number;
}

/** Documents and files of one browser tab, and the only writer to their part of the database. */
export interface Tab {
  readonly database: Database;
  readonly slot: Promise<number>;
  readonly files: FileStore;
  readonly writer: Writer;
  readonly askBeforeLeaving: (work: Promise<unknown>) => unknown;
  readonly now: () => number;
  /** Waits for an answer of the database however late it is. Reports an error. */
  readonly inTime: <Value>(answer: Promise<Value>) => Promise<Value | undefined>;
}

/** Time in milliseconds after which an answer of the database is late. */
export const LATE_MS = 5000;

/** Resolves when a document is restored, but at the latest after a while, so that its tool never stays closed. */
export const untilLate = (restored: Promise<void>): Promise<void> =>
  Promise.race([restored, new Promise<void>((resolve) => setTimeout(resolve, LATE_MS))]);

export function createTab({ now = Date.now, ...options }: TabOptions): Tab {
  const { database, slot, askBeforeLeaving, onFailure, watch, maxBytes } = options;
  const files = new FileStore(database, slot, maxBytes);
  return {
    database,
    slot,
    files,
    writer: new Writer({ database, slot, files, askBeforeLeaving, onFailure }),
    askBeforeLeaving,
    now,
    inTime: (answer) => {
      const settled = answer.catch(() => {
        onFailure();
        return undefined;
      });
      watch(settled);
      return settled;
    },
  };
}
