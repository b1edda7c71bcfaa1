import type { AbsentSentence } from './sentence.ts';

const NOT_BUILT = 'Nothing gives it yet: what fails there is told by a general sentence, or not at all.';

/** What the specification quotes and the product does not say. */
// biome-ignore format: a line a sentence
export const absentSentences: readonly AbsentSentence[] = [
  { en: 'Failed to clear image.', because: NOT_BUILT },
  { en: 'Failed to download.', because: NOT_BUILT },
  { en: 'Failed to paste image.', because: NOT_BUILT },
  { en: 'Failed to delete image.', because: NOT_BUILT },
  { en: 'No Web Audio API available.', because: 'Sounds are decoded by core’s own readers, without the Web Audio API.' },
  { en: 'Watermark load failed', because: 'The watermark is drawn from vectors: there is nothing to load. The sentence was never shown.' },
  { en: 'Please provide a .jpg / .png / .webp file.', because: 'Another screen’s wording of the one sentence that every screen has here.' },
  { en: 'audio.errorOnlyWav', because: 'The name of a sentence, not one; see core:errors.audioOnlyWav.' },
  { en: 'audio.errorOnlyMp3', because: 'The name of a sentence, not one; see core:errors.audioOnlyMp3.' },
];
