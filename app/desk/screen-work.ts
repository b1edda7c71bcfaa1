import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { imageMimeType, type OutputFormat } from '#core/image/formats/output-formats.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { IntakeQueue } from '../intake/intake-queue.ts';
import { i18n } from '../locales/i18n.ts';
import { announce } from '../notices/announce.ts';
import { showError } from '../notices/error-queue.ts';
import { copyImage } from '../platform/copy-image.ts';
import { downloadBlob } from '../platform/download.ts';
import { type StoredImage, savedImage } from '../storage/storage.ts';
import { parseStoredFile } from '../storage/stored.ts';
import { EncodedFiles, fileKey } from '../workers/encoded-files.ts';
import { type ImageInfo, type ImageRef, type ImageSource, imageWorker } from '../workers/image-client.ts';

import { type Busy, type Job, moreSpecificError, runWork, type WorkState } from '../workers/work.ts';

export interface ScreenState extends WorkState {
  /** False until the work of the last visit has been restored. */
  readonly restored: boolean;
}

export const NEW_SCREEN: ScreenState = {
  restored: false,
  busy: undefined,
  result: undefined,
  savedAt: undefined,
  waiting: [],
};

/** State to set after a change of the image. Clears the message about the last export. */
export const CHANGED = { result: undefined, savedAt: undefined } as const;

interface Export {
  readonly name: string;
  readonly format: OutputFormat;
  readonly size: Size | Promise<Size>;
}

/** Base class for the running work of a screen: one job at a time, arriving files in turn, exports and their messages. */
export abstract class ScreenWork<State extends ScreenState> {
  readonly use: UseBoundStore<StoreApi<State>>;
  readonly written = new EncodedFiles();
  private restoring: Promise<void> | undefined;
  private readonly intake = new IntakeQueue({
    isIdle: () => !this.state.busy && this.otherWork.size === 0,
    whenIdle: () => this.whenIdle(),
    report: (waiting) => {
      if (waiting.join('/') !== this.state.waiting.join('/')) this.set({ waiting } as Partial<State>);
    },
  });
  /** Running work, such as a batch, that the property `busy` doesn't include. */
  private readonly otherWork = new Set<Promise<unknown>>();

  constructor(
    readonly tool: string,
    initial: State,
  ) {
    this.use = create<State>(() => initial);
  }

  protected get state(): State {
    return this.use.getState();
  }

  protected set(change: Partial<State>): void {
    this.use.setState(change);
  }

  /** Restores the work that the last visit stored. Later calls return the same promise. */
  restore(): Promise<void> {
    this.restoring ??= this.restoreStored().finally(() => this.set({ restored: true } as Partial<State>));
    return this.restoring;
  }

  protected abstract restoreStored(): Promise<void>;

  protected work(doing: Busy['doing'], run: (job: Job) => Promise<Partial<State>>, name?: string): Promise<boolean> {
    return runWork(this.use, doing, run, name);
  }

  /** Opens files now or after the present work. Newer files for the same input `place` replace waiting files. */
  openInTurn(names: readonly string[], open: () => Promise<unknown>, place = ''): Promise<void> {
    return this.intake.add(place, names, open);
  }

  async hold<Result>(work: Promise<Result>): Promise<Result> {
    this.otherWork.add(work);
    try {
      return await work;
    } finally {
      this.otherWork.delete(work);
    }
  }

  private async whenIdle(): Promise<void> {
    await Promise.allSettled(this.otherWork);
    await this.whenFree();
  }

  /** Waits for the end of the job that the status line shows. */
  protected async whenFree(): Promise<void> {
    if (!this.state.busy) return;
    await new Promise<void>((resolve) => {
      const stop = this.use.subscribe(({ busy }) => {
        if (busy) return;
        stop();
        resolve();
      });
    });
  }

  protected async lastImage(): Promise<StoredImage | undefined> {
    const saved = await savedImage.get(parseStoredFile);
    if (!saved) showError(new FudebakoError('imageNotStored'));
    return saved;
  }

  protected async exportAs(
    { name: base, format, size }: Export,
    make: (job: Job) => Promise<Blob>,
    deliver: (blob: Blob, name: string) => unknown = downloadBlob,
  ): Promise<void> {
    const name = `${base}.${format}`;
    await this.work('converting', async (job) => {
      const blob = await make(job);
      await deliver(blob, name);
      const { width, height } = await size;
      return { ...CHANGED, result: { name, format, width, height, bytes: blob.size } } as Partial<State>;
    });
  }

  protected write(image: ImageRef, encoding: ImageEncoding, job: Job): Promise<Blob> {
    return this.written.getOrMake(fileKey(image, encoding), job.signal, () => imageWorker.encode(image, encoding, job));
  }

  /** Makes a PNG and copies it to the clipboard. */
  protected copyMade(make: (job: Job) => Promise<Blob>): Promise<void> {
    return this.copyMaking(
      (async () => {
        while (this.state.busy) await this.whenFree();
        let blob: Blob | undefined;
        await this.work('generating', async (job) => {
          blob = await make(job);
          return CHANGED as Partial<State>;
        });
        return blob;
      })(),
    );
  }

  /** Copies a PNG in the making to the clipboard; nothing if it turns out undefined. */
  protected async copyMaking(making: Promise<Blob | undefined>): Promise<void> {
    try {
      if (await copyImage(making)) announce(i18n.t('common.copied'));
    } catch (error) {
      showError(error);
    }
  }

  /** Saves a file for later. Copies the bytes, because the file on disk may change or disappear. */
  protected async saveForLater(name: string, make: (job: Job) => Promise<Blob>): Promise<void> {
    await this.work('saving', async (job) => {
      const blob = await make(job);
      await savedImage.set({
        name,
        blob: new Blob([await blob.arrayBuffer()], { type: blob.type || imageMimeType('png') }),
      });
      return { ...CHANGED, savedAt: Date.now() } as Partial<State>;
    });
  }
}

/** Opens an image and applies steps. On failure, frees the image; `unreadable` replaces the error `imageLoad`. */
export async function openSource(
  source: ImageSource,
  steps: Recipe,
  job: Job,
  unreadable: ErrorCode = 'imageLoad',
): Promise<ImageInfo> {
  await imageWorker.addSource(source);
  try {
    return await imageWorker.render({ source: source.id, steps }, job);
  } catch (error) {
    await imageWorker.removeSource(source.id);
    throw moreSpecificError(error, unreadable);
  }
}
