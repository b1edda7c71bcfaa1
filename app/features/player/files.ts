import { extensionOf } from '#core/base/files.ts';

/** What the picker offers: videos, also those whose type the system does not know. */
export const ACCEPTED_VIDEOS = 'video/*,.mkv,.mov,.ts,.m2ts';
export const ACCEPTED_CAPTIONS = '.vtt,.srt,text/vtt';

export const isCaptionFile = (name: string): boolean => ['vtt', 'srt'].includes(extensionOf(name));
