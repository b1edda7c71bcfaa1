import type { Corpus } from './corpus.ts';
import type { Door } from './doors.ts';
import { mutateBytes, mutateText } from './mutate.ts';
import { Random } from './random.ts';

/** One in so many cases enters as it was made, so that a door that refuses everything is seen. */
const UNCHANGED = 40;

/** What one case is: everything follows from the run's seed and the case's number. */
export interface FuzzCase {
  readonly door: string;
  readonly input: Uint8Array<ArrayBuffer> | string;
  /** For what the door chooses at random. */
  readonly random: Random;
  /** A file without a fault, which has to be taken. */
  readonly unchanged: boolean;
}

export function makeCase(seed: number, index: number, doors: Readonly<Record<string, Door>>, corpus: Corpus): FuzzCase {
  const random = new Random(seed, index);
  const names = Object.keys(doors);
  const name = names[index % names.length] as string;
  const door = doors[name] as Door;
  const unchanged = random.chance(UNCHANGED);
  if ('texts' in door) {
    const [text, other] = [random.from(door.texts), random.from(door.texts)];
    // Some of the texts are there to be refused.
    return { door: name, input: unchanged ? text : mutateText(text, other, random), random, unchanged: false };
  }
  const files = corpus[door.files] ?? [];
  if (files.length === 0) throw new Error(`The corpus has no ${door.files}`);
  // Now and then a stretch of another kind of file.
  const others = random.chance(8) ? Object.values(corpus).flat() : files;
  const [bytes, other] = [random.from(files), random.from(others)];
  return { door: name, input: unchanged ? bytes : mutateBytes(bytes, other, random), random, unchanged };
}
