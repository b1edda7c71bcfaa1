import type { AudioSummary } from '#core/audio/summary.ts';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { baseName, extensionOf } from '#core/base/files.ts';
import { uniqueNames } from '#core/base/safe-names.ts';
import { showError } from '../../messages/errors.ts';
import { counted } from '../../messages/running.ts';
import { downloadBlob } from '../../platform/download.ts';
import { NEW_SESSION, Session, type SessionState, sessionsBy } from '../../session/session.ts';
import { parseFile, storedList } from '../../storage/stored.ts';
import { inBackground } from '../../workers/background-work.ts';
import { type FileResult, runFileOperation, summarizeAudio, zipFiles } from '../../workers/media.ts';
import type { Busy } from '../../workers/work.ts';
import type { SoundConversion } from './conversions.ts';

export interface SoundItem {
  readonly id: string;
  readonly file: File;
  /** Properties of the audio file; undefined until they are read, and for unreadable files. */
  readonly summary?: AudioSummary;
  readonly state: 'reading' | 'unreadable' | 'ready' | 'waiting' | 'converting' | 'done' | 'failed';
  /** Progress of the file's conversion, from 0 to 1. */
  readonly fraction?: number;
  readonly error?: unknown;
  readonly result?: SoundResult;
}

interface SoundResult extends FileResult {
  readonly name: string;
  readonly params: string;
}

export interface QueueState extends SessionState {
  readonly items: readonly SoundItem[];
  readonly selected: string | undefined;
}

const MAX_STORED_BYTES = 200_000_000;
const MAX_STORED_FILES = 10_000;

/** True if the file is no valid audio. Other errors may be temporary, for example of a stopped worker. */
const isDamaged = ({ state, error }: SoundItem): boolean =>
  state === 'unreadable' && error instanceof FudebakoError && error.code === 'audioMetadata';

export class SoundQueue extends Session<QueueState> {
  private readonly cancels = new Map<string, AbortController>();
  /** True until the list of stored files is known. Storing a list before would lose the stored files. */
  private isListing = true;

  constructor(private readonly conversion: SoundConversion) {
    super(conversion.tool, { ...NEW_SESSION, items: [], selected: undefined });
  }

  private change(id: string, change: Partial<SoundItem>): void {
    const items = this.state.items.map((item) => (item.id === id ? { ...item, ...change } : item));
    this.use.setState({ items });
  }

  private find(id: string): SoundItem | undefined {
    return this.state.items.find((item) => item.id === id);
  }

  protected async restoreStored(): Promise<void> {
    const files = await this.storage.get('queue', storedList(parseFile, MAX_STORED_FILES));
    this.isListing = false;
    const stored = (files ?? [])
      .filter(({ name }) => extensionOf(name) === this.conversion.from)
      .map((file): SoundItem => ({ id: crypto.randomUUID(), file, state: 'reading' }));
    // Lists all files before reading the first, because every change stores the whole list.
    this.use.setState(({ items, selected }) => ({
      items: [...stored, ...items],
      selected: selected ?? stored.at(-1)?.id,
    }));
    for (const { id, file } of stored) await this.read(id, file, () => undefined);
    if (this.state.items.length > 0) this.storeFiles();
  }

  private storeFiles(): void {
    if (this.isListing) return;
    const files = this.state.items.filter((item) => !isDamaged(item)).map(({ file }) => file);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    void (bytes > MAX_STORED_BYTES ? this.storage.forget('queue') : this.storage.save('queue', files));
  }

  /** Adds a file if its extension is supported, otherwise reports an error. */
  async add(file: File, onError: typeof showError = showError): Promise<void> {
    if (extensionOf(file.name) !== this.conversion.from)
      return onError(new FudebakoError(this.conversion.wrongType), file.name);
    const id = crypto.randomUUID();
    this.use.setState(({ items }) => ({
      items: [...items, { id, file, state: 'reading' }],
      selected: id,
      removed: undefined,
    }));
    await this.read(id, file, onError);
    this.storeFiles();
  }

  private async read(id: string, file: File, onError: typeof showError): Promise<void> {
    try {
      const summary = await summarizeAudio(file);
      this.change(id, { summary, state: 'ready' });
    } catch (error) {
      this.change(id, { state: 'unreadable', error });
      onError(error, file.name);
    }
  }

  select = (id: string): void => this.use.setState({ selected: id });

  remove(id: string): void {
    this.removeAll([id]);
  }

  clear(): void {
    this.removeAll(this.state.items.map(({ id }) => id));
  }

  /** Removes files, and offers an undo in the status line. */
  private removeAll(ids: readonly string[]): void {
    for (const id of ids) this.cancel(id);
    const { items, selected } = this.state;
    const gone = items.filter(({ id }) => ids.includes(id));
    if (gone.length === 0) return;
    const rest = items.filter(({ id }) => !ids.includes(id));
    this.use.setState({
      items: rest,
      selected: rest.some(({ id }) => id === selected) ? selected : rest[0]?.id,
      removed: { names: gone.map(({ file }) => file.name), undo: () => this.restoreRemoved(items, gone) },
    });
    this.storeFiles();
  }

  /** Restores removed files at their positions in `before`, the list before the removal. */
  private restoreRemoved(before: readonly SoundItem[], gone: readonly SoundItem[]): void {
    const now = this.state.items;
    const isKnown = (id: string) => before.some((item) => item.id === id);
    const restored = before.flatMap((item): readonly SoundItem[] => {
      if (!gone.includes(item)) return now.filter(({ id }) => id === item.id);
      // Removal canceled the conversion of this file.
      return [item.state === 'converting' ? { ...item, state: 'ready', fraction: undefined } : item];
    });
    this.use.setState({
      items: [...restored, ...now.filter(({ id }) => !isKnown(id))],
      selected: gone[0]?.id,
      removed: undefined,
    });
    for (const { id, file, state } of gone) if (state === 'reading') void this.read(id, file, showError);
    this.storeFiles();
  }

  cancel(id: string): void {
    this.cancels.get(id)?.abort();
    if (this.find(id)?.state === 'waiting') this.change(id, { state: 'ready' });
  }

  /** Converts files without a current result and downloads the results. A failed file doesn't stop the queue. */
  async convertAndDownload(params: object): Promise<void> {
    if (this.state.busy) return;
    const key = JSON.stringify(params);
    const due = this.state.items.filter(({ state, result }) => canConvert(state) && result?.params !== key);
    for (const { id } of due) this.change(id, { state: 'waiting', result: undefined, error: undefined });
    let stopped = false;
    this.start(() => {
      stopped = true;
      for (const { id } of due) this.cancel(id);
    });
    const failed: (readonly [error: unknown, name: string])[] = [];
    let doneBytes = 0;
    const allBytes = due.reduce((sum, { file }) => sum + file.size, 0);
    const useBusy = () => this.use(({ busy }) => busy);
    await inBackground({ route: this.conversion.tool, useBusy }, async () => {
      for (const item of due) {
        const report = (fraction: number) => this.progress((doneBytes + fraction * item.file.size) / (allBytes || 1));
        const error = await this.convert(item.id, params, key, report);
        if (error !== undefined) failed.push([error, item.file.name]);
        doneBytes += item.file.size;
      }
      return undefined;
    });
    this.use.setState({ busy: undefined });
    for (const [error, name] of failed) showError(error, name);
    if (!stopped) await this.download(due.length > 0 ? due.map(({ id }) => id) : undefined);
  }

  private start(cancel: () => void, doing: Busy['doing'] = 'converting'): void {
    this.use.setState({ busy: { doing, fraction: undefined, startedAt: Date.now(), cancel }, removed: undefined });
  }

  private progress(fraction: number): void {
    const { busy } = this.state;
    if (busy) this.use.setState({ busy: { ...busy, fraction } });
  }

  private async convert(id: string, params: object, key: string, report: (fraction: number) => void): Promise<unknown> {
    const item = this.find(id);
    if (item?.state !== 'waiting') return undefined;
    const controller = new AbortController();
    this.cancels.set(id, controller);
    this.change(id, { state: 'converting', fraction: 0 });
    const onProgress = (fraction: number) => {
      if (controller.signal.aborted) return;
      this.change(id, { fraction });
      report(fraction);
    };
    try {
      const { operation } = this.conversion;
      const { signal } = controller;
      const job = { signal, onProgress };
      const result = await counted(() => runFileOperation(operation.id, { audio: item.file }, params, job));
      const name = `${baseName(item.file.name)}.${result.extension}`;
      this.change(id, { state: 'done', fraction: undefined, result: { ...result, name, params: key } });
      return undefined;
    } catch (cause) {
      const cancelled = cause instanceof CancelledError;
      const error = cause instanceof FudebakoError ? cause : new FudebakoError('audioConversion', {}, { cause });
      const state = cancelled ? 'ready' : 'failed';
      this.change(id, { fraction: undefined, state, error: cancelled ? undefined : error });
      return cancelled ? undefined : error;
    } finally {
      this.cancels.delete(id);
    }
  }

  downloadOne(id: string): void {
    const result = this.find(id)?.result;
    if (result) this.downloadFile(result.blob, result.name);
  }

  private downloadFile(blob: Blob, name: string): void {
    try {
      downloadBlob(blob, name);
    } catch (error) {
      showError(error);
    }
  }

  /** Downloads one result as a file, or several results as an archive. Without `ids`, downloads all results. */
  async download(ids?: readonly string[]): Promise<void> {
    const meant = this.state.items.filter(({ id }) => !ids || ids.includes(id));
    const results = meant.flatMap(({ result }) => (result ? [result] : []));
    const [first] = results;
    if (!first || this.state.busy) return;
    if (results.length === 1) return this.downloadFile(first.blob, first.name);
    const controller = new AbortController();
    this.start(() => controller.abort(), 'saving');
    try {
      const names = uniqueNames(results.map(({ name }) => name));
      const files = results.map(({ blob }, index) => ({ name: names[index] as string, blob }));
      const archive = await zipFiles(files, controller.signal);
      downloadBlob(archive, `${this.conversion.tool}.zip`);
    } catch (error) {
      if (!(error instanceof CancelledError)) showError(error);
    }
    this.use.setState({ busy: undefined });
  }
}

export const canConvert = (state: SoundItem['state']): boolean => ['ready', 'done', 'failed'].includes(state);

export const queueOf = sessionsBy(
  ({ tool }: SoundConversion) => tool,
  (conversion) => new SoundQueue(conversion),
);
