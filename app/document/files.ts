import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { type Database, fileKey } from './database.ts';

/** Largest total size of the files that a tab stores. Files beyond it are open in the tab, and gone after a reload. */
export const MAX_STORED_BYTES = 2 * 1024 ** 3;

/** Holds each of the visitor's files once. Documents refer to files by ID. */
export class FileStore {
  private readonly blobs = new Map<string, Blob>();
  /** Sizes of the stored files. */
  private readonly stored = new Map<string, number>();
  private storedBytes = 0;

  constructor(
    private readonly database: Database,
    private readonly slot: Promise<number>,
    private readonly maxBytes = MAX_STORED_BYTES,
  ) {}

  /** Accepts a file. The writer stores it as soon as a document refers to it. */
  add(blob: Blob, id: string = crypto.randomUUID()): string {
    this.blobs.set(id, blob);
    return id;
  }

  /** Returns a file that is in memory; undefined if it has not been read yet. */
  peek = (id: string): Blob | undefined => this.blobs.get(id);

  /** Returns a file, also if the database answers late; undefined if the file is missing or the database fails. */
  async read(id: string): Promise<Blob | undefined> {
    const known = this.blobs.get(id);
    if (known) return known;
    const stored = await this.database.get(fileKey(await this.slot, id)).catch(() => undefined);
    if (!(stored instanceof Blob)) return undefined;
    this.blobs.set(id, stored);
    this.noteStored(id, stored.size);
    return stored;
  }

  /** Returns a file with a name, by default the name that it was added with. Throws the error `missing` without a file. */
  async open(id: string, missing: ErrorCode, name?: string): Promise<File> {
    const blob = await this.read(id);
    if (!blob) throw new FudebakoError(missing);
    if (blob instanceof File && (name === undefined || blob.name === name)) return blob;
    return new File([blob], name ?? id, { type: blob.type });
  }

  /** Size of a stored file in bytes; 0 if it isn't stored. */
  storedSize = (id: string): number => this.stored.get(id) ?? 0;

  /** Records that the database holds a file. */
  noteStored(id: string, bytes: number): void {
    if (this.stored.has(id)) return;
    this.stored.set(id, bytes);
    this.storedBytes += bytes;
  }

  /**
   * Stores a file unless the database already holds it. Returns false if the tab has no room for it, or if its
   * bytes are gone from the visitor's disk.
   * @throws if the database refuses the file
   */
  async store(id: string): Promise<boolean> {
    const blob = this.blobs.get(id);
    if (!blob || this.stored.has(id)) return true;
    if (this.storedBytes + blob.size > this.maxBytes) return false;
    try {
      await this.database.set(fileKey(await this.slot, id), blob);
    } catch (error) {
      if (await isGone(blob)) return false;
      throw error;
    }
    this.noteStored(id, blob.size);
    return true;
  }

  async remove(id: string): Promise<void> {
    this.blobs.delete(id);
    this.storedBytes -= this.storedSize(id);
    this.stored.delete(id);
    await this.database.remove(fileKey(await this.slot, id)).catch(() => undefined);
  }
}

const isGone = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );
