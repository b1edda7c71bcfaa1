import { type Database, documentKey, fileKey } from './database.ts';
import type { FileStore } from './files.ts';
import type { History } from './history.ts';

/** A document as the database holds it. The list of its files lets the writer remove files that no document uses. */
export interface StoredDocument {
  readonly files: readonly string[];
  readonly history: History<unknown>;
}

/** Sizes of the document's files, in their order. */
interface WithSizes extends StoredDocument {
  readonly sizes: readonly number[];
}

const parseFiles = (stored: unknown): readonly (readonly [id: string, bytes: number])[] => {
  const { files, sizes } = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<
    Record<keyof WithSizes, unknown>
  >;
  if (!Array.isArray(files)) return [];
  const sizeAt = (at: number): unknown => (Array.isArray(sizes) ? sizes[at] : 0);
  return files.flatMap((id: unknown, at) => (typeof id === 'string' ? [[id, Number(sizeAt(at)) || 0] as const] : []));
};

interface WriterOptions {
  readonly database: Database;
  readonly slot: Promise<number>;
  readonly files: FileStore;
  /** Receives work that closing the page would lose. */
  readonly askBeforeLeaving: (work: Promise<unknown>) => unknown;
  /** Called if the database refuses to store a document or a file. */
  readonly onFailure: () => void;
}

/** Stores all documents of a browser tab, one write at a time: new files, then the document, then removals. */
export class Writer {
  private readonly newest = new Map<string, StoredDocument>();
  /** Keys of documents whose newest state is not stored. */
  private readonly waiting = new Set<string>();
  /** Keys of documents that the database refused. They are tried again with the next write. */
  private readonly refused = new Set<string>();
  /** Files that could not be stored with their document. Each is reported once. */
  private readonly unstored = new Set<string>();
  private readonly held = new Set<readonly string[]>();
  /** Files of each document as the database holds it. */
  private readonly stored = new Map<string, readonly string[]>();
  /** Files to which a document has referred since the last sweep. */
  private readonly known = new Set<string>();
  /** False until the files of earlier visits have been swept. */
  private hasSwept = false;
  private running: Promise<void> | undefined;
  /** All files to which something refers; undefined if a reference has changed. A sweep asks for each file. */
  private used: ReadonlySet<string> | undefined;

  constructor(private readonly options: WriterOptions) {}

  /** Stores a document's newest state. An older state that still waits is skipped. */
  submit(key: string, document: StoredDocument): void {
    this.newest.set(key, document);
    this.used = undefined;
    for (const id of document.files) this.known.add(id);
    this.waiting.add(key);
    for (const each of this.refused) this.waiting.add(each);
    this.refused.clear();
    void this.options.askBeforeLeaving(this.tidy());
  }

  /** Writes what waits, and removes files that an interrupted visit has left. */
  tidy(): Promise<void> {
    this.running ??= this.run();
    return this.running;
  }

  /** Protects files to which no document refers yet. Returns a function that ends the protection. */
  hold(files: readonly string[]): () => void {
    this.held.add(files);
    this.used = undefined;
    return () => {
      this.held.delete(files);
      this.used = undefined;
    };
  }

  /** Resolves when nothing waits to be written. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    await this.options.slot;
    let canSweep = true;
    while (this.waiting.size > 0 || (canSweep && this.isSweepDue())) {
      for (const key of [...this.waiting]) await this.write(key);
      if (this.waiting.size === 0 && this.isSweepDue()) canSweep = await this.sweep();
    }
    // In the same task as the check above, so that no document arrives in between.
    this.running = undefined;
  }

  private async write(key: string): Promise<void> {
    const { database, slot, files, onFailure } = this.options;
    const document = this.newest.get(key);
    this.waiting.delete(key);
    if (!document) return;
    try {
      for (const id of document.files) {
        if ((await files.store(id)) || this.unstored.has(id)) continue;
        this.unstored.add(id);
        onFailure();
      }
      // A document that has changed meanwhile is written next, after its new files.
      if (this.waiting.has(key)) return;
      const sizes = document.files.map(files.storedSize);
      await database.set(documentKey(await slot, key), { ...document, sizes } satisfies WithSizes);
      this.stored.set(key, document.files);
      this.used = undefined;
    } catch {
      this.refused.add(key);
      onFailure();
    }
  }

  /** Removes stored files to which no document of this tab refers, stored or newer. False if the database fails. */
  private async sweep(): Promise<boolean> {
    const { database, slot, files } = this.options;
    const [documents, blobs] = [documentKey(await slot, ''), fileKey(await slot, '')];
    try {
      const keys = await database.keys();
      const held = new Set(keys);
      for (const key of keys) {
        const name = key.slice(documents.length);
        if (!key.startsWith(documents) || this.stored.has(name)) continue;
        const sized = parseFiles(await database.get(key));
        const ids = sized.map(([id]) => id);
        if (!this.stored.has(name)) this.stored.set(name, ids);
        this.used = undefined;
        for (const [id, bytes] of sized) {
          this.known.add(id);
          if (bytes > 0 && held.has(blobs + id)) files.noteStored(id, bytes);
        }
      }
      const kept = new Set<string>();
      for (const key of keys) {
        const id = key.slice(blobs.length);
        if (!key.startsWith(blobs)) continue;
        if (this.referred().has(id)) kept.add(id);
        else await files.remove(id);
      }
      // A file that has lost its last reference during the sweep is removed by the next sweep.
      const used = this.referred();
      for (const id of this.known) if (!used.has(id) && !kept.has(id)) this.known.delete(id);
      this.hasSwept = true;
      return true;
    } catch {
      // Files stay until the database tells which documents refer to them.
      return false;
    }
  }

  private isSweepDue(): boolean {
    const used = this.referred();
    return !this.hasSwept || [...this.known].some((id) => !used.has(id));
  }

  private referred(): ReadonlySet<string> {
    const newest = [...this.newest.values()].map(({ files }) => files);
    this.used ??= new Set([...this.held, ...this.stored.values(), ...newest].flat());
    return this.used;
  }
}
