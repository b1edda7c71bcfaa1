import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { type ImageEncoding, type ImageFormat, imageMimeType } from '#core/image/codecs/encode.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { downloadBlob } from '../platform/download.ts';
import { type PictureInfo, type PictureRef, type PictureSource, pictureWorker } from '../platform/picture-worker.ts';
import type { FileSource } from './batch/stage.ts';
import { fileKey, WrittenFiles } from './card/written-files.ts';
import { showError } from './errors.ts';
import { type FileStorage, type StoredPicture, savedPicture, toolStorage } from './storage.ts';
import type { ToolFile } from './storage-keys.ts';
import { parseStoredFile } from './stored.ts';
import { type Busy, inPlaceOfLoad, type Job, runWork, type WorkState } from './work.ts';

export interface SessionState extends WorkState {
  /** False until the last visit's work has been read. */
  readonly restored: boolean;
}

export const NEW_SESSION: SessionState = { restored: false, busy: undefined, result: undefined, savedAt: undefined };

/** Clears the status of the last export. */
export const CHANGED = { result: undefined, savedAt: undefined } as const;

/** `name` has no extension. */
interface Export {
  readonly name: string;
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
}

/** A tool's state: outlives its screen, and is restored after a reload. */
export abstract class Session<State extends SessionState> {
  readonly use: UseBoundStore<StoreApi<State>>;
  /** Files encoded for their size. */
  readonly written = new WrittenFiles();
  protected readonly storage: FileStorage<ToolFile>;
  private restoring: Promise<void> | undefined;

  constructor(
    readonly tool: string,
    initial: State,
  ) {
    this.use = create<State>(() => initial);
    this.storage = toolStorage(tool);
  }

  protected get state(): State {
    return this.use.getState();
  }

  protected set(change: Partial<State>): void {
    this.use.setState(change);
  }

  /** Restores the last visit's work once. */
  restore(): Promise<void> {
    this.restoring ??= this.restoreStored().finally(() => this.set({ restored: true } as Partial<State>));
    return this.restoring;
  }

  protected abstract restoreStored(): Promise<void>;

  /** Runs one job at a time; see `runWork`. */
  protected work(doing: Busy['doing'], run: (job: Job) => Promise<Partial<State>>): Promise<boolean> {
    return runWork(this.use, doing, run);
  }

  /** Returns the image saved for later, or shows an error. */
  protected async lastPicture(): Promise<StoredPicture | undefined> {
    const saved = await savedPicture.get(parseStoredFile);
    if (!saved) showError(new FudebakoError('imageNotStored'));
    return saved;
  }

  /** Encodes an image and delivers it. */
  protected async exportAs(
    about: Export,
    make: (job: Job) => Promise<Blob>,
    deliver: (blob: Blob, name: string) => unknown = downloadBlob,
  ): Promise<void> {
    const name = `${about.name}.${about.format}`;
    await this.work('converting', async (job) => {
      const blob = await make(job);
      await deliver(blob, name);
      return { result: { ...about, name, bytes: blob.size } } as Partial<State>;
    });
  }

  /** Returns the measured file if available, or encodes it. */
  protected write(picture: PictureRef, encoding: ImageEncoding, job: Job): Promise<Blob> {
    return this.written.take(fileKey(picture, encoding), job.signal, () =>
      pictureWorker.encode(picture, encoding, job),
    );
  }

  /** Saves for later. Copies the bytes, so the saved image doesn't depend on a file on disk. */
  protected async saveForLater(name: string, make: (job: Job) => Promise<Blob>): Promise<void> {
    await this.work('saving', async (job) => {
      const blob = await make(job);
      await savedPicture.set({
        name,
        blob: new Blob([await blob.arrayBuffer()], { type: blob.type || imageMimeType('png') }),
      });
      return { savedAt: Date.now(), result: undefined } as Partial<State>;
    });
  }
}

export const newSource = ({ name, blob }: StoredPicture): FileSource => ({ id: crypto.randomUUID(), name, blob });

/** Opens a source and applies steps. On failure, removes the source; `unreadable` replaces the code `imageLoad`. */
export async function openSource(
  source: PictureSource,
  steps: Recipe,
  job: Job,
  unreadable: ErrorCode = 'imageLoad',
): Promise<PictureInfo> {
  await pictureWorker.addSource(source);
  try {
    return await pictureWorker.render({ source: source.id, steps }, job);
  } catch (error) {
    await pictureWorker.removeSource(source.id);
    throw inPlaceOfLoad(error, unreadable);
  }
}

/** Creates sessions on first use, one per key. */
export function sessionsBy<Key, S>(keyOf: (key: Key) => string, make: (key: Key) => S): (key: Key) => S {
  const sessions = new Map<string, S>();
  return (key) => {
    const id = keyOf(key);
    const session = sessions.get(id) ?? make(key);
    sessions.set(id, session);
    return session;
  };
}
