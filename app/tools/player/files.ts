import { extensionsOf, kindOfName } from '../../intake/file-kinds.ts';

const dotted = (extensions: readonly string[]) => extensions.map((extension) => `.${extension}`).join(',');

/** For a file picker's `accept`. Includes file extensions, because some systems don't know the MIME types of videos. */
export const ACCEPTED_VIDEOS = `video/*,${dotted(extensionsOf.video)}`;
export const ACCEPTED_CAPTIONS = `${dotted(extensionsOf.captions)},text/vtt`;

export const isCaptionFile = (name: string): boolean => kindOfName(name) === 'captions';
