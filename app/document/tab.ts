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
  readonly awaitAnswer: <Value>(answer: Promise<Value>) => Promise<Value | undefined>;
}

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
    awaitAnswer: (answer) => {
      const settled = answer.catch(() => {
        onFailure();
        return undefined;
      });
      watch(settled);
      return settled;
    },
  };
}
