import { extensionsOf, kindOfName } from '../../intake/file-kinds.ts';

const dotted = (extensions: readonly string[]) => extensions.map((extension) => `.${extension}`).join(',');

/** File picker's `accept` attribute. Lists extensions, because some systems don't know the MIME types of videos. */
export const ACCEPTED_VIDEOS = `video/*,${dotted(extensionsOf.video)}`;
export const ACCEPTED_CAPTIONS = `${dotted(extensionsOf.captions)},text/vtt`;

export const isCaptionFile = (name: string): boolean => kindOfName(name) === 'captions';
