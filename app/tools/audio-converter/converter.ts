import { create } from 'zustand';
import type { AudioSummary } from '#core/audio/summary.ts';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import { baseName, extensionOf } from '#core/base/files.ts';
import { isInternalFailure } from '#core/base/internal-failure.ts';
import { uniqueNames } from '#core/base/safe-names.ts';
import { joinAudio } from '#core/operations/join-audio.ts';
import type { VisitorDocument } from '../../document/document.ts';
import { thisTab } from '../../document/this-tab.ts';
import { createView, type Derived } from '../../document/view.ts';
import { MAX_FILES, reportFullList } from '../../intake/file-limit.ts';
import { showError } from '../../notices/error-queue.ts';
import { counted } from '../../notices/running.ts';
import { downloadBlob } from '../../platform/download.ts';
import { inBackground } from '../../workers/background-work.ts';
import { limitConcurrency } from '../../workers/limit-concurrency.ts';
import { type FileResult, runFileOperation, summarizeAudio, zipFiles } from '../../workers/media-client.ts';
import { type Busy, runWork, type WorkState } from '../../workers/work.ts';
import type { AudioConversion } from './conversions.ts';
import { type AudioFile, type AudioList, addFiles, createAudioList, moveFile, removeFiles } from './document.ts';

export interface AudioContent {
  readonly file: File;
  readonly summary: AudioSummary;
}

export interface AudioResult extends FileResult {
  readonly name: string;
  readonly params: string;
}

/** Conversion of one file. Not part of the document: a reload ends conversions and drops results. */
export interface Conversion {
  readonly state: 'waiting' | 'converting' | 'done' | 'failed';
  /** Progress from 0 to 1. */
  readonly fraction?: number;
  readonly error?: unknown;
  readonly result?: AudioResult;
}

interface ConverterState extends WorkState {
  readonly conversions: Readonly<Record<string, Conversion>>;
  /** The file that the visitor chose since the last files came. */
  readonly selected: string | undefined;
  /** The file that the last work has made of several files. */
  readonly joined: Omit<AudioResult, 'params'> | undefined;
}

export type FileState = 'reading' | 'unreadable' | 'ready' | Conversion['state'];

/** Returns what a row shows: the file's conversion or, before that, how far the file has been read. */
export function fileState(content: Derived<AudioContent>, conversion: Conversion | undefined): FileState {
  if (content.state === 'failed') return 'unreadable';
  if (conversion) return conversion.state;
  return content.state === 'loading' ? 'reading' : 'ready';
}

export const canConvert = (state: FileState): boolean => ['ready', 'done', 'failed'].includes(state);

const IDLE = { busy: undefined, result: undefined, savedAt: undefined, waiting: [], joined: undefined };

/** One of the audio converters: its list of files, what the files contain, and their conversions. */
export class AudioConverter {
  readonly list: VisitorDocument<AudioList>;
  readonly use = create<ConverterState>(() => ({ ...IDLE, conversions: {}, selected: undefined }));
  private readonly cancels = new Map<string, AbortController>();
  private readonly inTurn = limitConcurrency(2);
  /** Content of each listed file, read when the list first shows the file. */
  readonly contents = createView<AudioContent>((id, signal) => this.inTurn(() => this.read(id), signal));

  constructor(private readonly conversion: AudioConversion) {
    this.list = createAudioList(conversion);
    this.list.use.subscribe(({ history }) => this.showList(history.present.files));
  }

  private get files(): readonly AudioFile[] {
    return this.list.present().files;
  }

  private showList(files: readonly AudioFile[]): void {
    const ids = files.map(({ id }) => id);
    for (const id of this.cancels.keys()) if (!ids.includes(id)) this.cancel(id);
    this.contents.want(ids);
  }

  private async read(id: string): Promise<AudioContent> {
    const file = await thisTab().files.open(id, 'audioMetadata');
    return { file, summary: await summarizeAudio(file) };
  }

  stateOf = (id: string): FileState => fileState(this.contents.get(id), this.use.getState().conversions[id]);

  private setConversion(id: string, conversion: Conversion | undefined): void {
    this.use.setState(({ conversions: { [id]: _, ...others } }) => ({
      conversions: conversion ? { ...others, [id]: conversion } : others,
    }));
  }

  /** Adds files with the right extension, and reports the others. The row of an unreadable file says so. */
  add(files: readonly File[]): void {
    const { from } = this.conversion;
    const isTaken = ({ name }: File) => !from || extensionOf(name) === from.extension;
    if (from)
      for (const file of files.filter((each) => !isTaken(each))) showError(new FudebakoError(from.wrongType), file);
    const added = files
      .filter(isTaken)
      .map((file): AudioFile => ({ id: thisTab().files.add(file), name: file.name, bytes: file.size }));
    this.list.change('addFiles', addFiles(added));
    // A list that the database still has to return may leave no room.
    void this.list.restore().then(() => {
      const ids = new Set(this.files.map(({ id }) => id));
      if (ids.size === MAX_FILES) reportFullList(added.filter(({ id }) => !ids.has(id)).length);
    });
    for (const { id, name } of added)
      this.contents.read(id).catch((error) => isInternalFailure(error) && showError(error, name));
    if (added.length > 0) this.select(undefined);
  }

  select = (selected: string | undefined): void => this.use.setState({ selected });

  move = (id: string, by: number): void => this.list.change('moveFile', moveFile(id, by));

  remove = (id: string): void => this.list.change('removeFile', removeFiles([id]));

  clear = (): void => this.list.change('removeFiles', removeFiles(this.files.map(({ id }) => id)));

  /** Stops a conversion. The file's earlier result is gone, because the conversion was started to replace it. */
  cancel(id: string): void {
    this.cancels.get(id)?.abort();
    const state = this.use.getState().conversions[id]?.state;
    if (state === 'waiting' || state === 'converting') this.setConversion(id, undefined);
  }

  /** Converts files without a current result and downloads the results. A failed file doesn't stop the others. */
  async convertAndDownload(params: object): Promise<void> {
    if (this.use.getState().busy) return;
    const key = JSON.stringify(params);
    const due = this.files.filter(
      ({ id }) => canConvert(this.stateOf(id)) && this.use.getState().conversions[id]?.result?.params !== key,
    );
    for (const { id } of due) this.setConversion(id, { state: 'waiting' });
    let isStopped = false;
    this.start('converting', () => {
      isStopped = true;
      for (const { id } of due) this.cancel(id);
    });
    const failed: (readonly [error: unknown, name: string])[] = [];
    const allBytes = due.reduce((sum, { bytes }) => sum + bytes, 0) || 1;
    let doneBytes = 0;
    const useBusy = () => this.use(({ busy }) => busy);
    await inBackground({ route: this.conversion.tool, useBusy }, async () => {
      for (const { id, name, bytes } of due) {
        const report = (fraction: number) => this.progress((doneBytes + fraction * bytes) / allBytes);
        const error = await this.convert(id, params, key, report);
        if (error !== undefined) failed.push([error, name]);
        doneBytes += bytes;
      }
      return undefined;
    });
    this.use.setState({ busy: undefined });
    // On its own screen, the row of a failed file says so.
    if (location.pathname !== `/${this.conversion.tool}`) for (const [error, name] of failed) showError(error, name);
    if (!isStopped) await this.download(due.length > 0 ? due.map(({ id }) => id) : undefined);
  }

  /** Returns the files that can be read, in the order of the list. */
  readable = (): readonly AudioFile[] => this.files.filter(({ id }) => this.contents.get(id).state === 'ready');

  /** Joins the readable files into one, and downloads it. */
  async join(params: object): Promise<void> {
    const ids = this.readable().map(({ id }) => id);
    const useBusy = () => this.use(({ busy }) => busy);
    await inBackground({ route: this.conversion.tool, useBusy }, async () => {
      await runWork(this.use, 'converting', async (job) => {
        const audio = await Promise.all(ids.map(async (id) => (await this.contents.read(id)).file));
        const result = await runFileOperation(joinAudio.id, { audio }, params, job);
        const joined = { ...result, name: `${baseName(audio[0]?.name ?? '')}-joined.${result.extension}` };
        downloadBlob(joined.blob, joined.name);
        return { joined };
      });
      return undefined;
    });
  }

  private start(doing: Busy['doing'], cancel: () => void): void {
    this.use.setState({ busy: { doing, fraction: undefined, startedAt: Date.now(), cancel }, joined: undefined });
  }

  private progress(fraction: number): void {
    const { busy } = this.use.getState();
    if (busy) this.use.setState({ busy: { ...busy, fraction } });
  }

  private async convert(id: string, params: object, key: string, report: (fraction: number) => void): Promise<unknown> {
    if (this.use.getState().conversions[id]?.state !== 'waiting') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    this.cancels.set(id, controller);
    const onProgress = (fraction: number) => {
      if (signal.aborted) return;
      this.setConversion(id, { state: 'converting', fraction });
      report(fraction);
    };
    onProgress(0);
    try {
      const { file } = await this.contents.read(id);
      const { operation } = this.conversion;
      const result = await counted(() =>
        runFileOperation(operation.id, { audio: file }, params, { signal, onProgress }),
      );
      const name = `${baseName(file.name)}.${result.extension}`;
      this.setConversion(id, { state: 'done', result: { ...result, name, params: key } });
      return undefined;
    } catch (cause) {
      // `cancel` has already reset the state, and the file may wait for its next conversion.
      if (signal.aborted || cause instanceof CancelledError) return undefined;
      const error = cause instanceof FudebakoError ? cause : new FudebakoError('audioConversion', {}, { cause });
      this.setConversion(id, { state: 'failed', error });
      return error;
    } finally {
      this.cancels.delete(id);
    }
  }

  downloadOne(id: string): void {
    const result = this.use.getState().conversions[id]?.result;
    if (result) this.deliver(result);
  }

  private deliver({ blob, name }: AudioResult): void {
    try {
      downloadBlob(blob, name);
    } catch (error) {
      showError(error);
    }
  }

  /** Downloads one result as a file, or several results as an archive. Without `ids`, downloads all results. */
  async download(ids?: readonly string[]): Promise<void> {
    const { conversions, busy } = this.use.getState();
    const results = this.files
      .filter(({ id }) => !ids || ids.includes(id))
      .flatMap(({ id }) => conversions[id]?.result ?? []);
    const [first] = results;
    if (!first || busy) return;
    if (results.length === 1) return this.deliver(first);
    const controller = new AbortController();
    this.start('saving', () => controller.abort());
    try {
      const names = uniqueNames(results.map(({ name }) => name));
      const files = results.map(({ blob }, index) => ({ name: names[index] as string, blob }));
      downloadBlob(await zipFiles(files, controller.signal), `${this.conversion.tool}.zip`);
    } catch (error) {
      if (!(error instanceof CancelledError)) showError(error);
    }
    this.use.setState({ busy: undefined });
  }
}

const converters = new Map<string, AudioConverter>();

export function converterOf(conversion: AudioConversion): AudioConverter {
  const converter = converters.get(conversion.tool) ?? new AudioConverter(conversion);
  converters.set(conversion.tool, converter);
  return converter;
}
