import { extensionsOf } from './file-kinds.ts';

/** The specified types, then any other audio, also that of videos. Opening the file checks the content. */
export const ACCEPTED_AUDIO = [
  ...['.wav', '.mp3', 'audio/wav', 'audio/x-wav', 'audio/mpeg', 'audio/mp3', 'audio/*', 'video/*'],
  ...[...extensionsOf.audio, ...extensionsOf.video].map((extension) => `.${extension}`),
].join(',');
