import type { AbsentSentence } from './sentence.ts';

/** Messages that the product deliberately lacks. */
// biome-ignore format: a line a sentence
export const absentSentences: readonly AbsentSentence[] = [
  { en: 'Watermark load failed', because: 'The watermark is drawn from vectors, so no file can fail to load.' },
  { en: 'Please provide a .jpg / .png / .webp file.', because: 'Every screen shows one message for this problem instead.' },
  { en: 'audio.errorOnlyWav', because: 'This is a key, not a text; see core:errors.audioOnlyWav.' },
  { en: 'audio.errorOnlyMp3', because: 'This is a key, not a text; see core:errors.audioOnlyMp3.' },
];
