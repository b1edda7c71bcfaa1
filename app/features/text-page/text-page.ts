import type { horizontalStyle, VerticalStyle, verticalStyle } from '#core/text/settings.ts';

/** The two texts of a poem: its tabs, in their order. */
export const pageParts = ['main', 'author'] as const;
export type PagePart = (typeof pageParts)[number];

/** How one of the texts looks; what only the horizontal editor has may be missing. */
export type PagePartStyle = Omit<VerticalStyle['main'], 'paddingPctH'> & {
  readonly paddingPctH?: number | undefined;
  readonly useVariableWidthFont?: boolean;
};

export type StyleFields = (typeof horizontalStyle | typeof verticalStyle)['fields'];

/** What the looks are declared as. */
export type PageFields = Readonly<Record<PagePart, StyleFields[PagePart]['fields']>>;

/** A tab: what it says and how it looks. */
export interface PageText {
  readonly text: string;
  readonly style: PagePartStyle;
}

/** Everything that is written into the picture. */
export interface TextPage {
  readonly text: string;
  readonly author: string;
  readonly style: Readonly<Record<PagePart, PagePartStyle>>;
  readonly watermark: boolean;
}
