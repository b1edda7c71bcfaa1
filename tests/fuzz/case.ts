import type { Corpus } from './corpus.ts';
import type { Door, FileCase } from './doors.ts';
import { mutateBytes, mutateText } from './mutate.ts';
import { Random } from './random.ts';

/** One in this many files is not mutated, which reveals readers that refuse everything or decode it wrongly. */
const UNCHANGED_FILES = 5;
const UNCHANGED_TEXTS = 40;

/** A case. The seed of the run and the number of the case determine all its content. */
export interface FuzzCase {
  readonly door: string;
  /** Input; empty for entry points that create their own input. */
  readonly input: Uint8Array<ArrayBuffer> | string;
  /** Generator for the random choices of the entry point. */
  readonly random: Random;
  /** Undamaged original, if the input is a file. */
  readonly file?: FileCase;
}

export function makeCase(seed: number, index: number, doors: Readonly<Record<string, Door>>, corpus: Corpus): FuzzCase {
  const random = new Random(seed, index);
  const names = Object.keys(doors);
  const name = names[index % names.length] as string;
  const door = doors[name] as Door;
  if ('judge' in door) return { door: name, input: '', random };
  if ('texts' in door) {
    const unchanged = random.chance(UNCHANGED_TEXTS);
    const [text, other] = [random.from(door.texts), random.from(door.texts)];
    // Keeps some texts unchanged, because some of the originals must be refused.
    return { door: name, input: unchanged ? text : mutateText(text, other, random), random };
  }
  const files = corpus[door.files] ?? [];
  if (files.length === 0) throw new Error(`The corpus has no ${door.files}`);
  const unchanged = random.chance(UNCHANGED_FILES);
  // Sometimes inserts a part of another kind of file.
  const others = random.chance(8) ? Object.values(corpus).flat() : files;
  const [original, other] = [random.from(files), random.from(others)];
  const input = unchanged ? original : mutateBytes(original, other, random);
  return { door: name, input, random, file: { original, unchanged } };
}

/** Returns the entry points of these names; all entry points without names. */
export function onlyDoors(doors: Readonly<Record<string, Door>>, names: readonly string[]) {
  const unknown = names.filter((name) => !Object.hasOwn(doors, name));
  if (unknown.length > 0) throw new Error(`There is no door ${unknown.join(', ')}`);
  return names.length === 0 ? doors : Object.fromEntries(names.map((name) => [name, doors[name] as Door]));
}
