import type { Corpus } from './corpus.ts';
import { mutateBytes, mutateText } from './mutate.ts';
import { Random } from './random.ts';
import type { FileCase, FuzzTarget } from './targets.ts';

/** One file in five isn't mutated, to find readers that refuse or wrongly decode valid files. */
const UNCHANGED_FILES = 5;
const UNCHANGED_TEXTS = 40;

/** A fuzz case. The run's seed and the case's number determine its content. */
export interface FuzzCase {
  readonly target: string;
  /** Input of the fuzz target; empty for targets that create their own input. */
  readonly input: Uint8Array<ArrayBuffer> | string;
  /** Random number generator for the choices that the fuzz target makes. */
  readonly random: Random;
  /** The undamaged file from which the input was made, if the input is a file. */
  readonly file?: FileCase;
}

export function makeCase(
  seed: number,
  index: number,
  targets: Readonly<Record<string, FuzzTarget>>,
  corpus: Corpus,
): FuzzCase {
  const random = new Random(seed, index);
  const names = Object.keys(targets);
  const name = names[index % names.length] as string;
  const target = targets[name] as FuzzTarget;
  if ('check' in target) return { target: name, input: '', random };
  if ('texts' in target) {
    const unchanged = random.chance(UNCHANGED_TEXTS);
    const [text, other] = [random.from(target.texts), random.from(target.texts)];
    // Leaves some texts unchanged, to find readers that refuse valid texts.
    return { target: name, input: unchanged ? text : mutateText(text, other, random), random };
  }
  const files = corpus[target.files] ?? [];
  if (files.length === 0) throw new Error(`The corpus has no ${target.files}`);
  const unchanged = random.chance(UNCHANGED_FILES);
  // Sometimes inserts a part of a file of another kind.
  const others = random.chance(8) ? Object.values(corpus).flat() : files;
  const [original, other] = [random.from(files), random.from(others)];
  const input = unchanged ? original : mutateBytes(original, other, random);
  return { target: name, input, random, file: { original, unchanged } };
}

/** Returns the fuzz targets of these names; without names, returns all. */
export function selectTargets(targets: Readonly<Record<string, FuzzTarget>>, names: readonly string[]) {
  const unknown = names.filter((name) => !Object.hasOwn(targets, name));
  if (unknown.length > 0) throw new Error(`Unknown fuzz target: ${unknown.join(', ')}`);
  return names.length === 0 ? targets : Object.fromEntries(names.map((name) => [name, targets[name] as FuzzTarget]));
}
