import { extensionsOf, kindOfName } from '../../state/file-kinds.ts';

const dotted = (extensions: readonly string[]) => extensions.map((extension) => `.${extension}`).join(',');

/** Includes extensions, because some systems know no MIME type for them. */
export const ACCEPTED_VIDEOS = `video/*,${dotted(extensionsOf.video)}`;
export const ACCEPTED_CAPTIONS = `${dotted(extensionsOf.captions)},text/vtt`;

export const isCaptionFile = (name: string): boolean => kindOfName(name) === 'captions';
