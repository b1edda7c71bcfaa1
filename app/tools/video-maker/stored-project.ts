import { showError } from '../../messages/errors.ts';
import { type FileStorage, MAX_STORED_AUDIO_BYTES, type Parse } from '../../storage/storage.ts';
import type { ToolFile } from '../../storage/storage-keys.ts';
import { getOwnProperty, parseFile, storedSide, storedText } from '../../storage/stored.ts';
import { type SlotId, slotsOf, type VideoMaker } from './maker.ts';
import { filledSlots, type SlotItem, type Slots } from './slots.ts';
import type { SoundItem } from './sound-item.ts';
import { parseWarnings } from './stored-warnings.ts';

/** The audio and images of a project at one time. */
export interface ProjectFiles {
  readonly sound: SoundItem | undefined;
  readonly slots: Slots;
}

/** Stores the audio and images of a project for the next visit. */
export class StoredProjectFiles {
  /** Resolves when the stored files match the project after undo or redo. */
  private stepping: Promise<void> = Promise.resolve();

  constructor(
    private readonly maker: VideoMaker,
    private readonly storage: FileStorage<ToolFile>,
    /** Returns the slots of the project now, which may be newer than those of an undo step. */
    private readonly present: () => Slots,
  ) {}

  /** Stores the changes of an undo or redo, after those of earlier ones. */
  step(from: ProjectFiles, to: ProjectFiles): void {
    this.stepping = this.stepping.then(() => this.storeStep(from, to)).catch(showError);
  }

  private async storeStep(from: ProjectFiles, to: ProjectFiles): Promise<void> {
    if (from.sound !== to.sound) await this.storeSound(to.sound);
    const itemsOf = ({ slots }: ProjectFiles) => filledSlots(this.maker, slots).flatMap((slot) => slots[slot] ?? []);
    const [before, after] = [itemsOf(from), itemsOf(to)];
    for (const item of after.filter((item) => !before.includes(item))) await this.addPicture(item);
    await this.saveSlots();
    for (const { id } of before.filter((item) => !after.includes(item))) await this.storage.remove(pictureKey(id));
  }

  sound(): Promise<File | undefined> {
    return this.storage.get('sound', parseFile);
  }

  /** Stores audio that the visitor has added, after the changes of an earlier undo or redo. */
  async setSound(sound: SoundItem | undefined): Promise<void> {
    await this.stepping;
    await this.storeSound(sound);
  }

  private async storeSound(sound: SoundItem | undefined): Promise<void> {
    if (!sound || sound.file.size > MAX_STORED_AUDIO_BYTES) await this.storage.remove('sound');
    else await this.storage.set('sound', sound.file);
  }

  async slots(): Promise<Slots> {
    const stored = await this.storage.get('slots', (slots) => parseSlots(this.maker, slots));
    const slots: Partial<Record<SlotId, SlotItem>> = {};
    for (const slot of slotsOf(this.maker)) {
      const facts = stored?.[slot];
      if (!facts) continue;
      const picture = await this.storage.get(pictureKey(facts.id), parsePicture);
      slots[slot] = { ...facts, blob: picture?.blob, thumbnail: picture?.thumbnail };
    }
    return slots;
  }

  /** Stores which image is in which slot. `addPicture` stores the images. */
  async saveSlots(): Promise<void> {
    const stored: StoredSlots = {};
    for (const slot of slotsOf(this.maker)) {
      const item = this.present()[slot];
      if (!item) continue;
      const { blob: _, thumbnail: __, ...facts } = item;
      stored[slot] = facts;
    }
    await this.storage.set('slots', stored);
  }

  async addPicture({ id, blob, thumbnail }: SlotItem): Promise<void> {
    if (blob && thumbnail) await this.storage.set(pictureKey(id), { blob, thumbnail } satisfies StoredPicture);
  }

  async removePicture({ id }: SlotItem): Promise<void> {
    // Waits for an undo or redo, which may store the image again.
    await this.stepping;
    await this.storage.remove(pictureKey(id));
  }
}

type StoredSlots = Partial<Record<SlotId, Omit<SlotItem, 'blob' | 'thumbnail'>>>;

interface StoredPicture {
  readonly blob: Blob;
  readonly thumbnail: Blob;
}

export const parseSlots = (maker: VideoMaker, stored: unknown): StoredSlots | undefined => {
  const slots: StoredSlots = {};
  for (const slot of slotsOf(maker)) {
    const item = getOwnProperty(stored, slot);
    const [id, name] = [storedText(getOwnProperty(item, 'id')), storedText(getOwnProperty(item, 'name'))];
    const [width, height] = [storedSide(getOwnProperty(item, 'width')), storedSide(getOwnProperty(item, 'height'))];
    if (id && name !== undefined && width && height)
      slots[slot] = { id, name, width, height, warnings: parseWarnings(getOwnProperty(item, 'warnings')) };
  }
  return slots;
};

const parsePicture: Parse<StoredPicture> = (stored) => {
  const [blob, thumbnail] = [getOwnProperty(stored, 'blob'), getOwnProperty(stored, 'thumbnail')];
  return blob instanceof Blob && thumbnail instanceof Blob ? { blob, thumbnail } : undefined;
};

const pictureKey = (id: string) => `picture/${id}` as const;
