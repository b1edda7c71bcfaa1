import type { AbsentSentence } from './sentence.ts';

const NOT_DELETED =
  'Removing a file only changes the document, and Undo restores the file. A stored file that can’t be deleted yet is deleted on the next visit.';

/** Messages that the product deliberately lacks. */
// biome-ignore format: a line a sentence
export const absentSentences: readonly AbsentSentence[] = [
  { en: 'Watermark load failed', because: 'The watermark is drawn from vectors, so no file can fail to load.' },
  { en: 'Please provide a .jpg / .png / .webp file.', because: 'Every screen shows one message for this problem instead.' },
  { en: 'Failed to clear image.', because: 'Clear can be undone. It deletes nothing from the browser’s storage, so it can’t fail.' },
  { en: 'audio.errorOnlyWav', because: 'This is a key, not a text; see core:errors.audioOnlyWav.' },
  { en: 'audio.errorOnlyMp3', because: 'This is a key, not a text; see core:errors.audioOnlyMp3.' },
  { en: 'Failed to delete Start image.', because: NOT_DELETED },
  { en: 'Failed to delete Main image.', because: NOT_DELETED },
  { en: 'Failed to delete End image.', because: NOT_DELETED },
  { en: 'Failed to delete image.', because: NOT_DELETED },
];
