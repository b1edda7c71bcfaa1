import type { horizontalStyle, VerticalStyle, verticalStyle } from '#core/text/settings.ts';

/** The two texts of a poem: its tabs, in their order. */
export const poemParts = ['main', 'author'] as const;
export type PoemPart = (typeof poemParts)[number];

/** How one of the texts looks; what only the horizontal editor has may be missing. */
export type PoemLook = Omit<VerticalStyle['main'], 'paddingPctH'> & {
  readonly paddingPctH?: number | undefined;
  readonly useVariableWidthFont?: boolean;
};

export type StyleFields = (typeof horizontalStyle | typeof verticalStyle)['fields'];

/** What the looks are declared as. */
export type PoemFields = Readonly<Record<PoemPart, StyleFields[PoemPart]['fields']>>;

/** A tab: what it says and how it looks. */
export interface PoemText {
  readonly text: string;
  readonly style: PoemLook;
}

/** Everything that is written into the picture. */
export interface Poem {
  readonly text: string;
  readonly author: string;
  readonly style: Readonly<Record<PoemPart, PoemLook>>;
  readonly watermark: boolean;
}
