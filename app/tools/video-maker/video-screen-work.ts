import { CancelledError, type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import type { VideoEncoderName } from '#core/platform/media.ts';
import { captionParameters } from '#core/text/captions/caption-style.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import type { AudioSettings } from '#core/video/audio/edited-track.ts';
import { NO_SILENCE, planDurations, type RemovedSilence } from '#core/video/plan/durations.ts';
import { NEW_SCREEN, type ScreenState, ScreenWork } from '../../desk/screen-work.ts';
import { createDocument, type VisitorDocument } from '../../document/document.ts';
import { thisTab } from '../../document/this-tab.ts';
import { createView, whenDropped } from '../../document/view.ts';
import { showError } from '../../notices/error-queue.ts';
import { untilLate } from '../../storage/late.ts';
import { keepUnreadableFile } from '../../storage/unreadable-files.ts';
import { inBackground } from '../../workers/background-work.ts';
import { limitConcurrency } from '../../workers/limit-concurrency.ts';
import { type FileInputs, type FileResult, preferVideoEncoder, runFileOperation } from '../../workers/media-client.ts';
import { type Job, untilAborted } from '../../workers/work.ts';
import { readPeaks } from '../audio-converter/Waveform.tsx';
import { type AudioDetails, isDamagedAudio, openSound } from './audio-details.ts';
import { captionFonts } from './caption-fonts.ts';
import { addFiles, changeSettings, filesOf, moveImage, removeFile, type VideoDocument, videoKind } from './document.ts';
import { type Arrivals, sortFiles } from './intake.ts';
import { fieldsOf, fitOf, type MakerSettings, mainSlot, type SlotId, slotsOf, type VideoMaker } from './maker.ts';
import { type ImageFacts, videoPreview } from './preview-client.ts';
import { filledMains, filledSlots, type VideoFile } from './slots.ts';

export interface FinishedVideo extends FileResult {
  readonly name: string;
  readonly durationSec: number;
  /** Key of the video's parameters and files. A different key means that parameters or files have changed. */
  readonly key: string;
}

interface VideoScreenState extends ScreenState {
  readonly video: FinishedVideo | undefined;
  /** Files that were added last; undefined after the next change of files. */
  readonly arrivals: Arrivals | undefined;
}

/** A video's parameters, and a key that identifies its parameters and files. */
export interface VideoOrder {
  readonly params: AudioSettings & Record<string, unknown>;
  readonly key: string;
}

/** Returns the operation's parameters. `fitMainArray` has one entry for each main slot with an image. */
export function orderOf(maker: VideoMaker, { audio, slots, settings, cues }: VideoDocument): VideoOrder {
  const fields = fieldsOf(maker);
  const all = { ...settings, fitMainArray: filledMains(maker, slots).map((slot) => fitOf(slot, settings)) };
  // Without captions, their parameters change nothing.
  const isUsed = (name: string) => cues !== undefined || !Object.hasOwn(captionParameters, name);
  const chosen = Object.entries(all).filter(([name]) => Object.hasOwn(fields, name) && isUsed(name));
  const params = Object.fromEntries(chosen) as VideoOrder['params'];
  const images = filledSlots(maker, slots).map((slot) => [slot, slots[slot]?.id]);
  return { params, key: JSON.stringify([params, audio?.id, images, cues]) };
}

const DEFAULT_NAME = 'video';

/** The project of a video tool: its document, the details of its files, and the finished video. */
export class VideoScreenWork extends ScreenWork<VideoScreenState> {
  readonly document: VisitorDocument<VideoDocument>;
  readonly images = createView<ImageFacts>((id, signal) => this.inTurn(() => this.openImage(id, signal), signal));
  readonly audioFiles = createView<AudioDetails>((id, signal) => this.openSound(id, signal));
  /** Peaks of the audio, for its waveform. Opening the audio reports errors of the file. */
  readonly peaks = createView<Float32Array>(async (id, signal) =>
    readPeaks(await thisTab().files.open(id, 'audioMetadata'), signal),
  );
  /** Peaks of the audio at the precision of a waveform over the video. */
  readonly finePeaks = createView<Float32Array>(async (id, signal) => {
    const { durationSec } = await this.audioFiles.read(id);
    const { peakCount } = await import('./moving-preview.ts');
    return videoPreview.peaks(id, peakCount(durationSec), signal);
  });
  /** Silence that is removed from the ends of the audio, by file and settings. */
  readonly silence = createView<RemovedSilence>((key) => {
    const [id, trimStartSec, trimEndSec] = JSON.parse(key) as [string, number, number];
    return this.audioFiles.read(id).then(() => videoPreview.removedSilence(id, { trimStartSec, trimEndSec }));
  });
  /** Leaves time between images for the preview, because a worker opens both. */
  private readonly inTurn = limitConcurrency(1);
  /** IDs of files that open, and to which the document doesn't refer yet. */
  private readonly opening = new Set<string>();
  private additions = 0;

  constructor(readonly maker: VideoMaker) {
    super(maker.tool, { ...NEW_SCREEN, video: undefined, arrivals: undefined });
    this.document = createDocument(videoKind(maker), thisTab());
    this.document.use.subscribe(({ history: { present }, restored }, before) => {
      const { audio, slots } = before.history.present;
      const isChanged = present.slots !== slots || present.audio !== audio;
      if (isChanged && restored === before.restored) this.set({ arrivals: undefined });
      this.show();
    });
    this.audioFiles.use.subscribe(() => this.dropDamagedAudio());
  }

  protected restoreStored(): Promise<void> {
    return untilLate(this.document.restore());
  }

  /** Opens the files of the document, and closes files that neither the document nor its history contains. */
  private show(): void {
    const { audio, slots, settings } = this.document.present();
    const kept = [...this.document.values().flatMap(filesOf), ...this.opening];
    const audioIds = audio ? [audio.id] : [];
    this.audioFiles.want(audioIds, kept);
    this.peaks.want(audioIds, kept);
    this.finePeaks.want(settings.waveform === 'none' ? [] : audioIds, kept);
    this.silence.want(silenceKeys(audio, settings));
    this.images.want(
      filledSlots(this.maker, slots).flatMap((slot) => slots[slot]?.id ?? []),
      kept,
    );
    this.dropDamagedAudio();
  }

  private async openImage(id: string, signal: AbortSignal): Promise<ImageFacts> {
    return videoPreview.openImage(await thisTab().files.open(id, 'videoSlotMissing'), signal);
  }

  private async openSound(id: string, signal: AbortSignal): Promise<AudioDetails> {
    const file = await thisTab().files.open(id, 'audioMetadata');
    try {
      const details = await openSound(id, file);
      whenDropped(signal, () => videoPreview.closeAudio(id));
      return details;
    } catch (error) {
      // Shows no error for a new file, because `open` shows the error.
      if (signal.aborted || this.opening.has(id)) throw error;
      if (isDamagedAudio(error)) await keepUnreadableFile(file.name, file);
      else showError(error, file.name);
      throw error;
    }
  }

  /** Removes stored audio that is damaged, and whose file is offered for download. */
  private dropDamagedAudio(): void {
    const { audio } = this.document.present();
    if (!audio) return;
    const details = this.audioFiles.get(audio.id);
    if (details.state === 'failed' && isDamagedAudio(details.error)) this.document.amend(removeFile(audio.id));
  }

  /** Adds the last audio file, and images to the slots that `placesFor` chooses. Skips unreadable files. */
  async addFiles(files: readonly File[], at: SlotId | 'sound' | undefined): Promise<void> {
    this.additions++;
    const names = files.map(({ name }) => name);
    // Each call has its own key in the intake queue, so that no call replaces a waiting call.
    await this.openInTurn(names, () => this.openAndAdd(files, at), `${this.additions}`);
  }

  private async openAndAdd(files: readonly File[], at: SlotId | 'sound' | undefined): Promise<void> {
    const { images, audioFiles, captions, unsupported } = sortFiles(files, at);
    for (const file of unsupported) showError(new FudebakoError('videoImageType'), file);
    const open = at === 'sound' ? undefined : at;
    const due = images.slice(0, slotsOf(this.maker).length);
    await this.work('opening', async (job) => {
      try {
        const last = audioFiles.at(-1);
        const audio = last && (await this.open(last, 'audioFiles', 'videoSoundDuration', job));
        const opened: VideoFile[] = [];
        for (const [index, file] of due.entries()) {
          job.onProgress(index / due.length);
          const part = index === 0 && (open === 'start' || open === 'end') ? open : 'main';
          const image = await this.open(file, 'images', SAVE_ERRORS[part], job);
          if (image) opened.push(image);
        }
        const cues = await this.openCaptions(captions.at(-1), job);
        const audioSec = audio && (await this.audioSec(audio, this.document.present().settings));
        const imageSec = () => this.document.present().settings.imageDurationSec;
        const before = imageSec();
        this.document.change('addFiles', addFiles(this.maker, { audio, audioSec, images: opened, cues, open }));
        const arrivals = {
          images: opened.map(({ id }) => id),
          unopened: images.length - due.length,
          open,
          skippedAudio: Math.max(0, audioFiles.length - 1),
          fittedSec: imageSec() === before ? undefined : imageSec(),
        };
        return { arrivals };
      } finally {
        this.opening.clear();
        this.show();
      }
    });
  }

  /** Opens a new file. If that fails, shows the error and returns undefined. */
  private async open(
    file: File,
    view: 'images' | 'audioFiles',
    code: ErrorCode,
    { signal }: Job,
  ): Promise<VideoFile | undefined> {
    const { name, type } = file;
    const id = crypto.randomUUID();
    this.opening.add(id);
    try {
      // Copies an image, because the visitor may change or delete the file on disk.
      const kept = view === 'audioFiles' ? file : new File([await file.arrayBuffer()], name, { type });
      thisTab().files.add(kept, id);
      await untilAborted<unknown>(this[view].read(id), signal);
      return { id, name };
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      showError(wrapError(error, code), name);
      return undefined;
    }
  }

  /** Reads captions. If that fails, shows the error and returns undefined. */
  private async openCaptions(file: File | undefined, { signal }: Job): Promise<readonly Cue[] | undefined> {
    if (!file) return undefined;
    try {
      const { readCaptions } = await import('../player/captions-client.ts');
      return (await readCaptions(file, signal, { ruby: true })).cues;
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      showError(error, file.name);
      return undefined;
    }
  }

  /** Opens the image last saved for later in any tool (Load Last Image). */
  async addSaved(slot: SlotId): Promise<void> {
    const saved = await this.lastImage();
    if (saved) await this.addFiles([new File([saved.blob], saved.name, { type: saved.blob.type })], slot);
  }

  clearAudio = (): void => this.clear('clearAudio', this.document.present().audio);

  clearImage = (slot: SlotId): void => this.clear('clearImage', this.document.present().slots[slot]);

  private clear(label: string, file: VideoFile | undefined): void {
    if (file) this.document.change(label, removeFile(file.id));
  }

  moveImage(from: number, to: number): void {
    const image = this.document.present().slots[mainSlot(from)];
    if (image) this.document.change('moveImage', moveImage(this.maker, image.id, to));
  }

  /** Changes settings. Quick changes of one `control` share an undo step. */
  changeSettings = (change: Partial<MakerSettings>, control?: string): void => {
    const [name = 'settings', ...others] = Object.keys(change);
    this.document.change(others.length > 0 ? 'settings' : name, changeSettings(change), control);
  };

  missing(): ErrorCode | undefined {
    const { audio, slots } = this.document.present();
    if (!audio) return 'videoSoundRequired';
    return filledMains(this.maker, slots).length > 0 ? undefined : this.maker.mainRequired;
  }

  /** Makes the video. `encoder` is the encoder to try first. */
  async generate(encoder: VideoEncoderName | undefined): Promise<void> {
    // The video includes files that are being opened.
    while (this.state.busy?.doing === 'opening') await this.whenFree();
    if (this.state.busy) return;
    const screen = this.document.present();
    const { audio } = screen;
    const missing = this.missing();
    if (!audio || missing) return showError(new FudebakoError(missing ?? 'videoSoundRequired'));
    const { params, key } = orderOf(this.maker, screen);
    const make = async (job: Job) => {
      try {
        const { file } = await this.audioFiles.read(audio.id);
        const audioSec = await this.audioSec(audio, screen.settings);
        const inputs = { audio: file, ...(await this.imageFiles(screen)), ...(await captionFiles(screen)) };
        await preferVideoEncoder(encoder);
        const result = await runFileOperation(this.maker.operation.id, inputs, params, job);
        const name = `${baseName(file.name) || DEFAULT_NAME}.${result.extension}`;
        return { video: { ...result, name, durationSec: planDurations(audioSec, params).totalSec, key } };
      } catch (error) {
        if (error instanceof CancelledError) throw error;
        throw wrapError(error, 'videoMp4');
      }
    };
    const useBusy = () => this.use(({ busy }) => busy);
    await inBackground({ route: this.maker.tool, useBusy }, async () =>
      (await this.work('generating', make)) ? this.state.video?.name : undefined,
    );
  }

  /** Returns the duration of audio without the silence that is removed from its ends. */
  private async audioSec(audio: VideoFile, settings: MakerSettings): Promise<number> {
    const { durationSec } = await this.audioFiles.read(audio.id);
    const [key] = silenceKeys(audio, settings);
    const { startSec, endSec } = key === undefined ? NO_SILENCE : await this.silence.read(key);
    return durationSec - startSec - endSec;
  }

  private async imageFiles({ slots }: VideoDocument): Promise<FileInputs> {
    const read = ({ id }: VideoFile) => thisTab().files.open(id, 'videoSlotMissing');
    const main = await Promise.all(filledMains(this.maker, slots).map((slot) => read(slots[slot] as VideoFile)));
    return {
      main: this.maker.mainSlots === 1 ? (main[0] as File) : main,
      ...(slots.start && { start: await read(slots.start) }),
      ...(slots.end && { end: await read(slots.end) }),
    };
  }
}

/** Returns the captions as a file, as the command reads them, and the visitor's own font of their style. */
async function captionFiles({ cues, audio, settings }: VideoDocument): Promise<FileInputs> {
  if (!cues) return {};
  const { captionFile } = await import('./captions.ts');
  return {
    captions: captionFile(cues, captionsName(audio)),
    fonts: await captionFonts(settings.captionStyle),
  };
}

/** Name of the file with which a copied command makes the same video. */
export const captionsName = (audio: VideoFile | undefined): string =>
  `${baseName(audio?.name ?? '') || 'captions'}.vtt`;

const SAVE_ERRORS = { start: 'videoStartSave', main: 'videoMainSave', end: 'videoEndSave' } as const;

/** Wraps unexpected errors with the given error code. Specific errors and cancellations stay unchanged. */
const wrapError = (cause: unknown, code: ErrorCode): unknown =>
  cause instanceof FudebakoError || cause instanceof CancelledError ? cause : new FudebakoError(code, {}, { cause });

export const useVideoDocument = ({ document }: VideoScreenWork): VideoDocument =>
  document.use(({ history }) => history.present);

/** Returns the key of the removed silence: the audio file, and the settings on which the silence depends. */
function silenceKeys(audio: VideoFile | undefined, settings: MakerSettings): readonly string[] {
  if (!audio || !settings.trimSilence) return [];
  return [JSON.stringify([audio.id, settings.trimStartSec, settings.trimEndSec])];
}

/** Returns the silence that is removed from the ends of the audio; none until it is known. */
export function useRemovedSilence(screen: VideoScreenWork): RemovedSilence {
  const { audio, settings } = useVideoDocument(screen);
  const [key] = silenceKeys(audio, settings);
  return screen.silence.useReady(key) ?? NO_SILENCE;
}

/** Returns the duration of the audio without the silence that is removed from its ends; undefined without audio. */
export function useAudioSec(screen: VideoScreenWork): number | undefined {
  const details = screen.audioFiles.useReady(useVideoDocument(screen).audio?.id);
  const { startSec, endSec } = useRemovedSilence(screen);
  return details && details.durationSec - startSec - endSec;
}

const videoScreens = new Map<string, VideoScreenWork>();

/** Returns the project of a tool, which outlives the tool's screen. */
export function videoScreenOf(maker: VideoMaker): VideoScreenWork {
  const screen = videoScreens.get(maker.tool) ?? new VideoScreenWork(maker);
  videoScreens.set(maker.tool, screen);
  return screen;
}
