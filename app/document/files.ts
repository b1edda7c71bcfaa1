import { type Database, fileKey } from './database.ts';

/** Holds each of the visitor's files once. Documents refer to files by ID. */
export class FileStore {
  private readonly blobs = new Map<string, Blob>();
  private readonly stored = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly slot: Promise<number>,
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
    this.stored.add(id);
    return stored;
  }

  /** Stores a file unless the database already holds it. @throws if the database refuses the file */
  async store(id: string): Promise<void> {
    const blob = this.blobs.get(id);
    if (!blob || this.stored.has(id)) return;
    await this.database.set(fileKey(await this.slot, id), blob);
    this.stored.add(id);
  }

  async remove(id: string): Promise<void> {
    this.blobs.delete(id);
    this.stored.delete(id);
    await this.database.remove(fileKey(await this.slot, id)).catch(() => undefined);
  }
}
