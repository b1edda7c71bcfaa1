import { create } from 'zustand';
import { FudebakoError } from '#core/base/errors.ts';
import { baseName, extensionOf } from '#core/base/files.ts';
import { fontExtensions, OWN_PREFIX } from '#core/fonts/catalogue.ts';
import { advancedText, horizontalStyle, verticalStyle } from '#core/text/settings.ts';
import type { TextWork } from '#core/text/write.ts';
import { fileReference, pictureWorker } from '../platform/picture-worker.ts';
import { textPainter } from '../platform/text-painter.ts';
import { showError } from './errors.ts';
import { setFileAside } from './set-aside.ts';
import { type StoredPicture, sharedStorage } from './storage.ts';
import { own, parseStoredFile, storedList } from './stored.ts';

/** A font file of the visitor's own. */
export interface OwnFontFile {
  /** As settings name it: `own:` and the file's base name. */
  readonly family: string;
  readonly name: string;
  readonly blob: Blob;
  /** What the picture worker knows it by. */
  readonly source: string;
}

interface OwnFontsState {
  /** Before the fonts of the last visit have been looked for, nothing is known. */
  readonly restored: boolean;
  /** By name. */
  readonly fonts: readonly OwnFontFile[];
}

/** By family, so that no tab writes over what another one added. */
const storage = sharedStorage('own-fonts');
/** Where all were once in one list. */
const former = { storage: sharedStorage('fonts'), key: 'own', most: 1000 };

/** Tells the other tabs what has come or gone. */
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('fudebako-own-fonts') : undefined;

export const useOwnFonts = create<OwnFontsState>(() => ({ restored: false, fonts: [] }));
const { getState, setState } = useOwnFonts;

/** For a file picker's `accept`. */
export const ACCEPTED_FONTS = fontExtensions.map((extension) => `.${extension}`).join(',');

/** By extension; what the bytes are shows when it is read. */
export const isFontFile = (file: File): boolean => fontExtensions.some((each) => each === extensionOf(file.name));

export const isOwnFamily = (family: string): boolean => family.startsWith(OWN_PREFIX);

/** A family as it is shown: of a visitor's own the file's name alone. */
export const familyLabel = (family: string): string => (isOwnFamily(family) ? family.slice(OWN_PREFIX.length) : family);

let restoring: Promise<void> | undefined;

/** Brings back the fonts of the last visit, once. */
export function restoreOwnFonts(): Promise<void> {
  restoring ??= restoreStored().finally(() => setState({ restored: true }));
  return restoring;
}

async function restoreStored(): Promise<void> {
  channel?.addEventListener('message', ({ data }) => {
    const [added, removed] = [own(data, 'added'), own(data, 'removed')];
    if (typeof added === 'string') void bringBack(added);
    if (typeof removed === 'string') void drop(removed).catch(showError);
  });
  for (const font of (await former.storage.get(former.key, storedList(parseStoredFile, former.most))) ?? [])
    await storage.keep(`${OWN_PREFIX}${baseName(font.name)}`, font);
  await former.storage.forget(former.key);
  for (const family of await storage.keys()) await bringBack(family);
}

/** Makes a stored font known. A damaged one is set aside. */
async function bringBack(family: string): Promise<void> {
  const font = await storage.get(family, parseStoredFile);
  if (!font) return;
  try {
    await register(font);
  } catch (error) {
    if (!(error instanceof FudebakoError && error.code === 'fontLoad')) return showError(error);
    await setFileAside(font.name, font.blob);
    await storage.forget(family);
  }
}

/** Makes a font known to everything that sets texts. */
async function register({ name, blob }: StoredPicture): Promise<string> {
  const family = await textPainter.addFont(name, blob);
  const source = crypto.randomUUID();
  await pictureWorker.addSource({ id: source, name, blob });
  const others = getState().fonts.filter((font) => font.family !== family);
  setState({
    fonts: [...others, { family, name, blob, source }].sort((a, b) => a.name.localeCompare(b.name)),
  });
  return family;
}

/**
 * Adds a font file and keeps it on the device; one of the same name takes the other's place.
 * @returns its family, or nothing where it cannot be read, which is reported
 */
export async function addOwnFont(file: File): Promise<string | undefined> {
  await restoreOwnFonts();
  let family: string | undefined;
  try {
    if (!isFontFile(file)) throw new FudebakoError('fontType', { name: file.name });
    // Copied, so that what is kept does not hang on a file of the visitor's disk.
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
  await Promise.all([textPainter.removeFont(family), pictureWorker.removeSource(font.source)]);
}

/** The families that a work is set in. */
export function familiesOf(work: TextWork): string[] {
  const looks = work.kind === 'texts' ? work.texts : [work.poem.style.main, work.poem.style.author];
  return looks.map(({ fontFamily }) => fontFamily);
}

/** A visitor's own family that is not on this device is one that settings brought from another, or that was removed. */
export const isAbsent = (family: string, fonts: readonly OwnFontFile[]): boolean =>
  isOwnFamily(family) && !fonts.some((font) => font.family === family);

/** Own fonts among these families, for the picture worker's steps: a `fileReference` each. */
export function fontReferences(families: readonly string[], fonts: readonly OwnFontFile[]): string[] {
  return fonts.filter(({ family }) => families.includes(family)).map(({ source }) => fileReference(source));
}

/** Own fonts among these families, for a recipe file beside which they lie. */
export function fontFileNames(families: readonly string[], fonts: readonly OwnFontFile[]): string[] {
  return fonts.filter(({ family }) => families.includes(family)).map(({ name }) => name);
}

/** Own fonts among these families, as files. */
export function ownFontFiles(families: readonly string[], fonts: readonly OwnFontFile[]): File[] {
  return fonts.filter(({ family }) => families.includes(family)).map(({ name, blob }) => new File([blob], name));
}

/** The work with families that are on this device: what stands in for one that is not is the editor's first choice. */
export function usableWork(work: TextWork, fonts: readonly OwnFontFile[]): TextWork {
  const usable = <Look extends { readonly fontFamily: string }>(look: Look, instead: string): Look =>
    isAbsent(look.fontFamily, fonts) ? { ...look, fontFamily: instead } : look;
  if (work.kind === 'texts') {
    const instead = advancedText.fontFamily.default;
    return { ...work, texts: work.texts.map((text) => usable(text, instead)) };
  }
  const { main, author } = (work.kind === 'horizontal' ? horizontalStyle : verticalStyle).fields;
  const { style } = work.poem;
  return {
    ...work,
    poem: {
      ...work.poem,
      style: {
        main: usable(style.main, main.fields.fontFamily.default),
        author: usable(style.author, author.fields.fontFamily.default),
      },
    },
  } as TextWork;
}
