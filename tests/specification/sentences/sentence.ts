import type { TestReference } from '../tests.ts';

/** A label or message in English and Japanese. */
export interface Sentence {
  /** The key in the word tables; keys of core's tables start with `core:`. */
  readonly key: string;
  readonly en: string;
  readonly ja: string;
}

/** A message about a problem. */
export interface Message extends Sentence {
  /** The test that causes the message and checks its text. */
  readonly provokedBy: TestReference;
}

/** A message that the product deliberately lacks, and the reason. */
export interface AbsentSentence {
  readonly en: string;
  readonly because: string;
}
