import { type Edit, type History, pushEdit, redo, undo } from '#app/storage/history.ts';
import { CancelledError, type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { showError } from '../../messages/errors.ts';
import { NEW_SESSION, Session, type SessionState } from '../../session/session.ts';
import { settingsOf } from '../../storage/settings-store.ts';
import { keepUnreadableFile } from '../../storage/unreadable-files.ts';
import type { FileResult } from '../../workers/media.ts';
import { type Intake, NOTHING_HIDDEN, sortFiles } from './intake.ts';
import { mainIndex, mainSlot, moveItem, type SlotId, type VideoMaker } from './maker.ts';
import { type PictureFacts, videoPreview } from './preview.ts';
import { placesFor } from './slots.ts';
import { createSoundItem, isDamagedSound, type SoundItem } from './sound-item.ts';
import { type ProjectFiles, StoredProjectFiles } from './stored-project.ts';

export interface FinishedVideo extends FileResult {
  readonly name: string;
  readonly durationSec: number;
  /** Key of the video's parameters and files. A different key means that parameters or files have changed. */
  readonly key: string;
}

interface Snapshot extends ProjectFiles {
  readonly settings: object | undefined;
}

export interface VideoProjectState extends SessionState, ProjectFiles {
  readonly past: readonly Snapshot[];
  readonly future: readonly Snapshot[];
  readonly video: FinishedVideo | undefined;
  readonly intake: Intake;
}

type OnArrival = (slot: SlotId) => void;

interface AddOptions {
  /** True if several images are added together, so that errors must include the file name. */
  readonly isOneOfSeveral?: boolean;
  readonly onArrival: OnArrival | undefined;
  /** Name of the undo step that adds the image; undefined for a separate undo step. */
  readonly step?: string;
}

/** The audio and images of a video, with their undo history. */
export class ProjectDocument extends Session<VideoProjectState> {
  private restoringSlots: Promise<void> | undefined;
  private lastEdit: Edit | undefined;
  /** Audio files that the worker holds: the current file, and files that undo or redo can restore. */
  private readonly openSounds = new Set<SoundItem>();
  private readonly files: StoredProjectFiles;

  constructor(readonly maker: VideoMaker) {
    const empty = { sound: undefined, slots: {}, video: undefined, intake: NOTHING_HIDDEN, past: [], future: [] };
    super(maker.tool, { ...NEW_SESSION, ...empty });
    this.files = new StoredProjectFiles(maker, this.storage, () => this.state.slots);
  }

  private get settings() {
    return settingsOf(this.maker.tool);
  }

  private history(): History<Snapshot> {
    const { past, future, sound, slots } = this.state;
    return { past, future, present: { settings: this.settings.use.getState().parts.settings, sound, slots } };
  }

  /** Adds an undo step before a change. Quick changes of the same `control` share an undo step. */
  record(control?: string, at = Date.now()): void {
    const before = this.history();
    const { history, edit } = pushEdit(before, before.present, this.lastEdit, control, at);
    this.lastEdit = edit;
    this.use.setState({ past: history.past, future: history.future });
    this.closeForgottenSounds();
  }

  undo = (): void => this.goTo(undo);
  redo = (): void => this.goTo(redo);

  private goTo(step: typeof undo): void {
    const before = this.history();
    const after = step(before);
    if (after === before || this.state.busy) return;
    const { past, present, future } = after;
    const { settings = {}, sound, slots } = present;
    this.lastEdit = undefined;
    this.use.setState({ past, future, sound, slots, intake: NOTHING_HIDDEN });
    this.settings.update(({ parts }) => ({ parts: { ...parts, settings } }));
    this.files.step(before.present, present);
  }

  private closeForgottenSounds(): void {
    const { past, future, sound } = this.state;
    const known = [sound, ...[...past, ...future].map((step) => step.sound)];
    for (const open of this.openSounds)
      if (!known.includes(open)) {
        this.openSounds.delete(open);
        void videoPreview.closeSound(open.id);
      }
  }

  protected async restoreStored(): Promise<void> {
    await Promise.all([this.restoreSlots(), this.restoreSound()]);
  }

  /** Restores the stored slots. New files wait until the stored slots are known. */
  private restoreSlots(): Promise<void> {
    // If storage can't be read, all slots start empty.
    this.restoringSlots ??= this.files.slots().then(
      (slots) => this.addRestored({ slots }),
      () => undefined,
    );
    return this.restoringSlots;
  }

  /** Adds restored files to the project, and to undo steps that the visitor has made meanwhile. */
  private addRestored(files: Partial<ProjectFiles>): void {
    // Keeps audio of a step that the visitor has added and undone.
    const add = (step: Snapshot): Snapshot => ({ ...step, ...files, sound: step.sound ?? files.sound });
    this.use.setState(({ past, future }) => ({ ...files, past: past.map(add), future: future.map(add) }));
  }

  /** Restores the stored audio, unless other audio was opened meanwhile. Keeps a damaged file for download. */
  private async restoreSound(): Promise<void> {
    const file = await this.files.sound();
    if (!file || this.state.sound) return;
    try {
      const sound = await createSoundItem(file);
      if (this.state.sound) void videoPreview.closeSound(sound.id);
      else {
        this.openSounds.add(sound);
        this.addRestored({ sound });
      }
    } catch (error) {
      if (this.state.sound) return;
      if (!isDamagedSound(error)) return showError(error, file.name);
      await keepUnreadableFile(file.name, file);
      await this.storage.forget('sound');
    }
  }

  /** Adds the last audio file, and all images in the slots that `placesFor` chooses. Skips unreadable files. */
  addFiles(files: readonly File[], at: SlotId | 'sound' | undefined, onArrival?: OnArrival): Promise<void> {
    return this.addInTurn(files, () => this.placeFiles(files, at, onArrival));
  }

  /** Each call has its own key in the intake queue, so that no call replaces a waiting call. */
  private addInTurn(files: readonly { readonly name: string }[], open: () => Promise<void>): Promise<void> {
    this.arrivals++;
    return this.openInTurn(
      files.map(({ name }) => name),
      open,
      `${this.arrivals}`,
    );
  }

  private arrivals = 0;

  private async placeFiles(
    files: readonly File[],
    at: SlotId | 'sound' | undefined,
    onArrival: OnArrival | undefined,
  ): Promise<void> {
    const { pictures, sounds, unsupported } = sortFiles(files, at);
    const sound = sounds.at(-1);
    const isOneOfSeveral = files.length > 1;
    for (const { name } of unsupported) showError(new FudebakoError('videoImageType'), name);
    const open = at === 'sound' ? undefined : at;
    // Files that are added together share one undo step.
    const step = crypto.randomUUID();
    const filled: SlotId[] = [];
    await this.work('opening', async ({ signal, onProgress }) => {
      this.use.setState({ intake: NOTHING_HIDDEN });
      await this.restoreSlots();
      const places = placesFor(this.maker, this.state.slots, pictures.length, open);
      if (sound) await this.placeSound(sound, step);
      for (const [index, slot] of places.entries()) {
        if (signal.aborted) throw new CancelledError();
        onProgress(index / places.length);
        const file = pictures[index] as File;
        if (await this.placePicture(slot, file, file.name, { isOneOfSeveral, onArrival, step })) filled.push(slot);
      }
      const isElsewhere = (slot: SlotId) => mainIndex(slot) !== undefined && (open === 'start' || open === 'end');
      return {
        intake: {
          toMain: filled.filter(isElsewhere).length,
          skippedImages: pictures.length - places.length,
          skippedAudio: Math.max(0, sounds.length - 1),
        },
      };
    });
  }

  /** Opens the image last saved for later in any tool (Load Last Image). */
  async addSaved(slot: SlotId, onArrival: OnArrival): Promise<void> {
    const saved = await this.lastPicture();
    if (!saved) return;
    await this.addInTurn([saved], async () => {
      await this.work('opening', async () => {
        await this.restoreSlots();
        await this.placePicture(slot, saved.blob, saved.name, { onArrival });
        return { intake: NOTHING_HIDDEN };
      });
    });
  }

  async addCover(): Promise<void> {
    const cover = this.state.sound?.cover;
    if (cover) await this.addFiles([cover], mainSlot(0));
  }

  private async placeSound(file: File, step: string): Promise<void> {
    try {
      const sound = await createSoundItem(file);
      this.record(step, 0);
      this.openSounds.add(sound);
      this.use.setState({ sound });
      await this.files.setSound(sound);
    } catch (error) {
      showError(wrapError(error, 'videoSoundDuration'), file.name);
    }
  }

  private async placePicture(
    slot: SlotId,
    source: Blob,
    name: string,
    { isOneOfSeveral = false, onArrival, step }: AddOptions,
  ): Promise<boolean> {
    const id = crypto.randomUUID();
    const before = this.state.slots[slot];
    const isThere = () => this.state.slots[slot]?.id === id;
    try {
      // Copies the file, because the visitor may change or delete the file on disk.
      const blob = new Blob([await source.arrayBuffer()], { type: source.type });
      const { thumbnail, ...facts }: PictureFacts = await videoPreview.openPicture(blob, name);
      const item = { id, name, ...facts, blob, thumbnail };
      this.record(step, 0);
      this.use.setState(({ slots }) => ({ slots: { ...slots, [slot]: item } }));
      // Sets the image's duration before storing the image, because the visitor may edit the duration immediately.
      onArrival?.(slot);
      await this.files.addPicture(item);
      await this.files.saveSlots();
    } catch (error) {
      showError(wrapError(error, SAVE_ERRORS[kindOf(slot)]), isOneOfSeveral ? name : undefined);
      return isThere();
    }
    // Deletes the replaced image from storage. If that fails, the new image is stored anyway.
    if (before) await this.files.removePicture(before).catch((error) => showError(wrapError(error, 'imageDelete')));
    return true;
  }

  async clearPicture(slot: SlotId): Promise<void> {
    const item = this.state.slots[slot];
    if (!item) return;
    // New files and undo wait until the image is removed.
    await this.work('working', async () => {
      try {
        await this.files.removePicture(item);
        this.record();
        // The visitor may have moved the image meanwhile.
        const rest = Object.entries(this.state.slots).filter(([, each]) => each !== item);
        this.use.setState({ slots: Object.fromEntries(rest), intake: NOTHING_HIDDEN });
        await this.files.saveSlots();
      } catch (error) {
        throw wrapError(error, DELETE_ERRORS[kindOf(slot)]);
      }
      return {};
    });
  }

  async clearSound(): Promise<void> {
    if (!this.state.sound) return;
    await this.work('working', async () => {
      await this.files.setSound(undefined);
      this.record();
      return { sound: undefined, intake: NOTHING_HIDDEN };
    });
  }

  /** Moves a main image to another slot. The images between the two slots shift by one. */
  async movePicture(from: number, to: number): Promise<void> {
    const { slots } = this.state;
    const indexes = Array.from({ length: this.maker.mainSlots }, (_, index) => index);
    const moved = moveItem(indexes, from, to).flatMap((source, index) => {
      const item = slots[mainSlot(source)];
      return item ? [[mainSlot(index), item] as const] : [];
    });
    const { start, end } = slots;
    this.record();
    this.use.setState({ slots: { ...Object.fromEntries(moved), ...(start && { start }), ...(end && { end }) } });
    await this.files.saveSlots().catch(showError);
  }
}

const kindOf = (slot: SlotId) => (slot === 'start' || slot === 'end' ? slot : 'main');
const SAVE_ERRORS = { start: 'videoStartSave', main: 'videoMainSave', end: 'videoEndSave' } as const;
const DELETE_ERRORS = { start: 'videoStartDelete', main: 'videoMainDelete', end: 'videoEndDelete' } as const;

/** Wraps unexpected errors with the given error code. Specific errors and cancellations stay unchanged. */
export const wrapError = (cause: unknown, code: ErrorCode): unknown =>
  cause instanceof FudebakoError || cause instanceof CancelledError ? cause : new FudebakoError(code, {}, { cause });
