import type { AbsentSentence } from './sentence.ts';

/** Messages that the product deliberately lacks. */
// biome-ignore format: a line a sentence
export const absentSentences: readonly AbsentSentence[] = [
  { en: 'Watermark load failed', because: 'The watermark is drawn from vectors: there is nothing to load. The sentence was never shown.' },
  { en: 'Please provide a .jpg / .png / .webp file.', because: 'Another screen’s wording of the one sentence that every screen has here.' },
  { en: 'audio.errorOnlyWav', because: 'The name of a sentence, not one; see core:errors.audioOnlyWav.' },
  { en: 'audio.errorOnlyMp3', because: 'The name of a sentence, not one; see core:errors.audioOnlyMp3.' },
];
