import type { TimedText } from './timed-texts.ts';

/** A text track of a video. Its language is a code of two or three letters. */
export interface TextTrack {
  name: string;
  language: string;
  isDefault: boolean;
  /** True for a track that translates only foreign speech. */
  isForced: boolean;
}

export interface EmbeddedTexts {
  readonly name: string;
  readonly texts: readonly TimedText[];
}

/** Codes of three letters for the languages of the page. */
const LONG_CODES: Readonly<Record<string, string>> = { ja: 'jpn', en: 'eng' };

/** Returns the track in the visitor's language, else the track that the file prefers, else the first track. */
export function chooseTrack<Track extends TextTrack>(tracks: readonly Track[], language: string): Track | undefined {
  const scoreOf = (track: Track) => {
    const isOwn = track.language.startsWith(language) || track.language === LONG_CODES[language];
    return (isOwn ? 2 : 0) + (track.isDefault ? 1 : 0) - (track.isForced ? 4 : 0);
  };
  return tracks.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
}

export const nameOf = ({ name, language }: TextTrack): string => name || (language === 'und' ? '' : language);

/** Seconds that a text shows if the file states no duration. */
export const UNSTATED_SECONDS = 5;
