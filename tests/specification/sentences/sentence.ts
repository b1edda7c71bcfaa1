import type { TestReference } from '../tests.ts';

/** A sentence as the specification has it, and what stands for it in Japanese. */
export interface Sentence {
  /** Its place in the tables of words: `core:…` in core's, anything else in the page's. */
  readonly key: string;
  readonly en: string;
  readonly ja: string;
}

/** A sentence that tells a visitor what is wrong. */
export interface Message extends Sentence {
  /** The test that makes the product say it, and looks for it. */
  readonly provokedBy: TestReference;
}

/** A sentence of the specification that the product does not say, and why. */
export interface AbsentSentence {
  readonly en: string;
  readonly because: string;
}
