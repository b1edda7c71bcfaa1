import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { CancelledError, type ErrorCode, FudebakoError } from '#core/errors.ts';
import { baseName, extensionOf } from '#core/files.ts';
import type { VideoEncoderName } from '#core/video/encoder.ts';
import { type FileInputs, type FileResult, preferVideoEncoder, runFileOperation } from '../../platform/media.ts';
import { type Parse, savedPicture, toolStorage } from '../../platform/storage.ts';
import { showError } from '../../state/errors.ts';
import { own, parseFile, parseStoredFile, storedSide, storedText } from '../../state/stored.ts';
import { type Busy, runWork } from '../../state/work.ts';
import { isAccepted } from '../../state/workbench.ts';
import { mainIndex, mainSlot, moveItem, type SlotId, slotsOf, type VideoMaker } from './maker.ts';
import { type PictureFacts, videoPreview } from './preview.ts';
import { filledSlots, placesFor, type SlotItem, type Slots } from './slots.ts';

export interface SoundItem {
  readonly id: string;
  readonly file: File;
  readonly durationSec: number;
}

/** What was made. */
export interface MadeVideo extends FileResult {
  readonly name: string;
  /** What it was made of: another key says that something has changed since. */
  readonly key: string;
}

export interface DeskState {
  readonly restored: boolean;
  readonly sound: SoundItem | undefined;
  readonly slots: Slots;
  readonly busy: Busy | undefined;
  readonly video: MadeVideo | undefined;
  /** How many pictures of the last ones found no slot. */
  readonly leftOut: number;
}

type StoredSlots = Partial<Record<SlotId, Omit<SlotItem, 'blob' | 'thumbnail'>>>;

interface StoredPicture {
  readonly blob: Blob;
  readonly thumbnail: Blob;
}

const parseSlots = (maker: VideoMaker, stored: unknown): StoredSlots | undefined => {
  const slots: StoredSlots = {};
  for (const slot of slotsOf(maker)) {
    const item = own(stored, slot);
    const [id, name] = [storedText(own(item, 'id')), storedText(own(item, 'name'))];
    const [width, height] = [storedSide(own(item, 'width')), storedSide(own(item, 'height'))];
    if (id && name !== undefined && width && height) slots[slot] = { id, name, width, height };
  }
  return slots;
};

const parsePicture: Parse<StoredPicture> = (stored) => {
  const [blob, thumbnail] = [own(stored, 'blob'), own(stored, 'thumbnail')];
  return blob instanceof Blob && thumbnail instanceof Blob ? { blob, thumbnail } : undefined;
};

/** Longer sounds are not kept for the next visit: they would fill the browser's storage. */
export const KEPT_SOUND_BYTES = 200_000_000;

const DEFAULT_NAME = 'video';

/** One maker's sound and pictures, and the video that is made of them. It outlives the screen. */
export class Desk {
  readonly use: UseBoundStore<StoreApi<DeskState>> = create<DeskState>(() => ({
    restored: false,
    sound: undefined,
    slots: {},
    busy: undefined,
    video: undefined,
    leftOut: 0,
  }));
  private readonly storage;
  private restoring: Promise<void> | undefined;

  constructor(readonly maker: VideoMaker) {
    this.storage = toolStorage(maker.tool);
  }

  private get state(): DeskState {
    return this.use.getState();
  }

  /** Brings back the last visit's files, once. */
  restore(): Promise<void> {
    this.restoring ??= this.restoreStored()
      // A storage that cannot be read is one that holds nothing.
      .catch(() => undefined)
      .finally(() => this.use.setState({ restored: true }));
    return this.restoring;
  }

  private async restoreStored(): Promise<void> {
    const [stored, sound] = await Promise.all([
      this.storage.get('slots', (slots) => parseSlots(this.maker, slots)),
      this.storage.get('sound', parseFile),
    ]);
    const slots: Partial<Record<SlotId, SlotItem>> = {};
    for (const slot of slotsOf(this.maker)) {
      const facts = stored?.[slot];
      if (!facts) continue;
      const picture = await this.storage.get(pictureKey(facts.id), parsePicture);
      const thumbnail = picture ? URL.createObjectURL(picture.thumbnail) : undefined;
      slots[slot] = { ...facts, blob: picture?.blob, thumbnail };
    }
    this.use.setState({ slots });
    if (sound) this.use.setState({ sound: await openSound(sound) });
  }

  /**
   * Takes what was dropped or chosen: the last sound, and pictures into the slots that `placesFor`
   * says. What cannot be read is told and left out.
   */
  async addFiles(files: readonly File[], at: SlotId | 'sound' | undefined): Promise<void> {
    const isPicture = (file: File) => file.type.startsWith('image/') || isAccepted(file);
    const isSound = (file: File) => file.type.startsWith('audio/') || SOUND_EXTENSIONS.includes(extensionOf(file.name));
    const pictures = files.filter(isPicture);
    const sound = files.findLast((file) => isSound(file) || (at === 'sound' && !isPicture(file)));
    const stranger = files.find((file) => !isPicture(file) && !isSound(file));
    if (stranger && at !== 'sound') showError(new FudebakoError('videoImageType'));
    const places = placesFor(this.maker, this.state.slots, pictures.length, at === 'sound' ? undefined : at);
    const placed = pictures.slice(0, places.length);
    await runWork(this.use, 'opening', async ({ signal, onProgress }) => {
      if (sound) await this.takeSound(sound);
      for (const [index, file] of placed.entries()) {
        if (signal.aborted) throw new CancelledError();
        onProgress(index / placed.length);
        await this.takePicture(places[index] as SlotId, file, file.name);
      }
      return { leftOut: pictures.length - placed.length };
    });
  }

  /** 'Load Last Image': what any tool saved for later. */
  async addSaved(slot: SlotId): Promise<void> {
    await runWork(this.use, 'opening', async () => {
      const saved = await savedPicture.get(parseStoredFile);
      if (!saved) throw new FudebakoError('imageNotStored');
      await this.takePicture(slot, saved.blob, saved.name);
      return { leftOut: 0 };
    });
  }

  private async takeSound(file: File): Promise<void> {
    try {
      const sound = await openSound(file);
      if (this.state.sound) void videoPreview.closeSound(this.state.sound.id);
      this.use.setState({ sound });
      if (file.size > KEPT_SOUND_BYTES) await this.storage.remove('sound');
      else await this.storage.set('sound', file);
    } catch (error) {
      showError(told(error, 'videoSoundDuration'));
    }
  }

  private async takePicture(slot: SlotId, source: Blob, name: string): Promise<void> {
    const id = crypto.randomUUID();
    try {
      // Copied, so that what is kept does not hang on a file of the visitor's disk.
      const blob = new Blob([await source.arrayBuffer()], { type: source.type });
      const { thumbnail, width, height }: PictureFacts = await videoPreview.openPicture(blob, name);
      const before = this.state.slots[slot];
      const item = { id, name, width, height, blob, thumbnail: URL.createObjectURL(thumbnail) };
      this.use.setState(({ slots }) => ({ slots: { ...slots, [slot]: item } }));
      await this.storage.set(pictureKey(id), { blob, thumbnail } satisfies StoredPicture);
      await this.keepSlots();
      if (before) await this.forget(before);
    } catch (error) {
      showError(told(error, SAVE_ERRORS[kindOf(slot)]));
    }
  }

  /** 'Clear Image'. */
  async clearPicture(slot: SlotId): Promise<void> {
    const item = this.state.slots[slot];
    if (!item || this.state.busy) return;
    try {
      await this.forget(item);
      this.use.setState(({ slots: { [slot]: _, ...rest } }) => ({ slots: rest, leftOut: 0 }));
      await this.keepSlots();
    } catch (error) {
      showError(told(error, DELETE_ERRORS[kindOf(slot)]));
    }
  }

  async clearSound(): Promise<void> {
    const { sound, busy } = this.state;
    if (!sound || busy) return;
    this.use.setState({ sound: undefined });
    await videoPreview.closeSound(sound.id);
    await this.storage.remove('sound').catch(showError);
  }

  /** Takes a main picture out of its slot and puts it in before or behind others, which make room. */
  async movePicture(from: number, to: number): Promise<void> {
    const { slots } = this.state;
    const indexes = Array.from({ length: this.maker.mainSlots }, (_, index) => index);
    const moved = moveItem(indexes, from, to).flatMap((source, index) => {
      const item = slots[mainSlot(source)];
      return item ? [[mainSlot(index), item] as const] : [];
    });
    const { start, end } = slots;
    this.use.setState({ slots: { ...Object.fromEntries(moved), ...(start && { start }), ...(end && { end }) } });
    await this.keepSlots().catch(showError);
  }

  /**
   * Makes the video.
   * @param params of the maker's operation
   * @param key of what it is made of
   * @param encoder to be tried first
   */
  async generate(params: object, key: string, encoder: VideoEncoderName | undefined): Promise<void> {
    const { sound, slots } = this.state;
    const mains = filledSlots(this.maker, slots).filter((slot) => mainIndex(slot) !== undefined);
    if (!sound) return showError(new FudebakoError('videoSoundRequired'));
    if (mains.length === 0) return showError(new FudebakoError(this.maker.mainRequired));
    const pictures = new Map<SlotId, File>();
    for (const slot of filledSlots(this.maker, slots)) {
      const { blob, name } = slots[slot] as SlotItem;
      if (!blob) return showError(new FudebakoError('videoSlotMissing'));
      pictures.set(slot, new File([blob], name, { type: blob.type }));
    }
    const main = mains.map((slot) => pictures.get(slot) as File);
    const [start, end] = [pictures.get('start'), pictures.get('end')];
    const inputs: FileInputs = {
      audio: sound.file,
      main: this.maker.mainSlots === 1 ? (main[0] as File) : main,
      ...(start && { start }),
      ...(end && { end }),
    };
    await runWork(this.use, 'generating', async (job) => {
      try {
        await preferVideoEncoder(encoder);
        const result = await runFileOperation(this.maker.operation.id, inputs, params, job);
        const name = `${baseName(sound.file.name) || DEFAULT_NAME}.${result.extension}`;
        return { video: { ...result, name, key } };
      } catch (error) {
        if (error instanceof CancelledError) throw error;
        throw told(error, 'videoMp4');
      }
    });
  }

  private async forget({ id, thumbnail }: SlotItem): Promise<void> {
    await this.storage.remove(pictureKey(id));
    if (thumbnail) URL.revokeObjectURL(thumbnail);
  }

  private async keepSlots(): Promise<void> {
    const stored: StoredSlots = {};
    for (const slot of slotsOf(this.maker)) {
      const item = this.state.slots[slot];
      if (item) stored[slot] = { id: item.id, name: item.name, width: item.width, height: item.height };
    }
    await this.storage.set('slots', stored);
  }
}

const SOUND_EXTENSIONS = ['wav', 'mp3'];

const pictureKey = (id: string) => `picture/${id}`;

async function openSound(file: File): Promise<SoundItem> {
  const id = crypto.randomUUID();
  return { id, file, durationSec: await videoPreview.openSound(id, file) };
}

const kindOf = (slot: SlotId) => (slot === 'start' || slot === 'end' ? slot : 'main');
const SAVE_ERRORS = { start: 'videoStartSave', main: 'videoMainSave', end: 'videoEndSave' } as const;
const DELETE_ERRORS = { start: 'videoStartDelete', main: 'videoMainDelete', end: 'videoEndDelete' } as const;

/** What says what went wrong stands for itself; anything else is told by its code. */
const told = (cause: unknown, code: ErrorCode): unknown =>
  cause instanceof FudebakoError || cause instanceof CancelledError ? cause : new FudebakoError(code, {}, { cause });

const desks = new Map<string, Desk>();

/** The desk of a maker. */
export function deskOf(maker: VideoMaker): Desk {
  let desk = desks.get(maker.tool);
  if (!desk) {
    desk = new Desk(maker);
    desks.set(maker.tool, desk);
  }
  return desk;
}
