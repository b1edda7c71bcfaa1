import { create } from 'zustand';
import { FudebakoError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import { fontExtensions, OWN_PREFIX } from '#core/fonts/catalogue.ts';
import type { FontNames } from '#core/fonts/font-name.ts';
import { advancedText, horizontalStyle, verticalStyle } from '#core/text/settings.ts';
import type { TextWork } from '#core/text/write.ts';
import { showError } from '../../notices/error-queue.ts';
import { untilLate } from '../../storage/late.ts';
import { type StoredImage, sharedStorage } from '../../storage/storage.ts';
import { getOwnProperty, parseStoredFile } from '../../storage/stored.ts';
import { keepUnreadableFile } from '../../storage/unreadable-files.ts';
import { fileReference, imageWorker } from '../../workers/image-client.ts';
import { textPainter } from '../../workers/text-painter-client.ts';

export interface OwnFontFile {
  /** Name of the font in settings: `own:` and the file name without extension. */
  readonly family: string;
  readonly name: string;
  readonly names: FontNames;
  readonly blob: Blob;
  /** ID of the font file in the image worker. */
  readonly source: string;
}

interface OwnFontsState {
  readonly restored: boolean;
  readonly fonts: readonly OwnFontFile[];
}

/** Stores each font under a separate key, so that browser tabs don't overwrite each other's fonts. */
const storage = sharedStorage('own-fonts');

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('fudebako-own-fonts') : undefined;

export const useOwnFonts = create<OwnFontsState>(() => ({ restored: false, fonts: [] }));
const { getState, setState } = useOwnFonts;

export const ACCEPTED_FONTS = fontExtensions.map((extension) => `.${extension}`).join(',');

export const isFontFile = (file: File): boolean => fontExtensions.some((each) => each === extensionOf(file.name));

export const isOwnFamily = (family: string): boolean => family.startsWith(OWN_PREFIX);

/** Returns the display name of a font family. For a visitor's own font, the name comes from the font file. */
export function familyLabel(family: string, language = 'en'): string {
  if (!isOwnFamily(family)) return family;
  const { en, ja } = getState().fonts.find((font) => font.family === family)?.names ?? {};
  return (language === 'ja' ? (ja ?? en) : (en ?? ja)) ?? family.slice(OWN_PREFIX.length);
}

let restoring: Promise<void> | undefined;

/** Resolves when the stored fonts are usable, or when the database is late. Late fonts become usable afterwards. */
export function restoreOwnFonts(): Promise<void> {
  restoring ??= untilLate(restoreStored()).finally(() => setState({ restored: true }));
  return restoring;
}

async function restoreStored(): Promise<void> {
  channel?.addEventListener('message', ({ data }) => {
    const [added, removed] = [getOwnProperty(data, 'added'), getOwnProperty(data, 'removed')];
    if (typeof added === 'string') void restoreFont(added);
    if (typeof removed === 'string') void drop(removed).catch(showError);
  });
  for (const family of await storage.keys()) await restoreFont(family);
}

async function restoreFont(family: string): Promise<void> {
  const font = await storage.get(family, parseStoredFile);
  if (!font) return;
  try {
    await register(font);
  } catch (error) {
    if (!(error instanceof FudebakoError && error.code === 'fontLoad')) return showError(error);
    await keepUnreadableFile(font.name, font.blob);
    await storage.forget(family);
  }
}

async function register({ name, blob }: StoredImage): Promise<string> {
  const { family, names } = await textPainter.addFont(name, blob);
  const { crc32 } = await import('#core/image/formats/png/png-chunks.ts');
  // A font that replaces another one of its name needs another ID, because images are cached by their steps.
  const source = `own-fonts/${family}/${crc32(new Uint8Array(await blob.arrayBuffer()))}`;
  await imageWorker.addSource({ id: source, name, blob });
  const others = getState().fonts.filter((font) => font.family !== family);
  setState({
    fonts: [...others, { family, name, names, blob, source }].sort((a, b) => a.name.localeCompare(b.name)),
  });
  return family;
}

/** Adds and stores a font file. Replaces a font with the same file name. Returns undefined after reporting an error. */
export async function addOwnFont(file: File): Promise<string | undefined> {
  await restoreOwnFonts();
  let family: string | undefined;
  try {
    if (!isFontFile(file)) throw new FudebakoError('fontType', { name: file.name });
    // Copies the bytes, because the file on disk may change or disappear.
    const blob = new Blob([await file.arrayBuffer()], { type: file.type });
    family = await register({ name: file.name, blob });
    await storage.set(family, { name: file.name, blob });
    channel?.postMessage({ added: family });
  } catch (error) {
    showError(error);
  }
  return family;
}

export async function removeOwnFont(family: string): Promise<void> {
  try {
    await Promise.all([drop(family), storage.remove(family)]);
    channel?.postMessage({ removed: family });
  } catch (error) {
    showError(error);
  }
}

async function drop(family: string): Promise<void> {
  const font = getState().fonts.find((each) => each.family === family);
  if (!font) return;
  setState(({ fonts }) => ({ fonts: fonts.filter((each) => each !== font) }));
  await Promise.all([textPainter.removeFont(family), imageWorker.removeSource(font.source)]);
}

export function familiesOf(work: TextWork): string[] {
  const looks = work.kind === 'texts' ? work.texts : [work.page.style.main, work.page.style.author];
  return looks.map(({ fontFamily }) => fontFamily);
}

/** True for a visitor's own font that this device doesn't have. */
export const isAbsent = (family: string, fonts: readonly OwnFontFile[]): boolean =>
  isOwnFamily(family) && !fonts.some((font) => font.family === family);

export function fontReferences(families: readonly string[], fonts: readonly OwnFontFile[]): string[] {
  return fonts.filter(({ family }) => families.includes(family)).map(({ source }) => fileReference(source));
}

/** Returns the file names of the visitor's own fonts. On the command line, a recipe needs these files in its folder. */
export function fontFileNames(families: readonly string[], fonts: readonly OwnFontFile[]): string[] {
  return fonts.filter(({ family }) => families.includes(family)).map(({ name }) => name);
}

export function ownFontFiles(families: readonly string[], fonts: readonly OwnFontFile[]): File[] {
  return fonts.filter(({ family }) => families.includes(family)).map(({ name, blob }) => new File([blob], name));
}

/** Replaces the visitor's own fonts that are missing on this device with the editor's default font. */
export function usableWork(work: TextWork, fonts: readonly OwnFontFile[]): TextWork {
  const usable = <Look extends { readonly fontFamily: string }>(look: Look, instead: string): Look =>
    isAbsent(look.fontFamily, fonts) ? { ...look, fontFamily: instead } : look;
  if (work.kind === 'texts') {
    const instead = advancedText.fontFamily.default;
    return { ...work, texts: work.texts.map((text) => usable(text, instead)) };
  }
  const { main, author } = (work.kind === 'horizontal' ? horizontalStyle : verticalStyle).fields;
  const { style } = work.page;
  return {
    ...work,
    page: {
      ...work.page,
      style: {
        main: usable(style.main, main.fields.fontFamily.default),
        author: usable(style.author, author.fields.fontFamily.default),
      },
    },
  } as TextWork;
}
