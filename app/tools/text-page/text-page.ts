import type { horizontalStyle, TextNotation, VerticalStyle, verticalStyle } from '#core/text/settings.ts';

export const pageParts = ['main', 'author'] as const;
export type PagePart = (typeof pageParts)[number];

export type PagePartStyle = Omit<VerticalStyle['main'], 'paddingPctH'> & {
  readonly paddingPctH?: number | undefined;
  readonly useVariableWidthFont?: boolean;
};

export type StyleFields = (typeof horizontalStyle | typeof verticalStyle)['fields'];

export type PageFields = Readonly<Record<PagePart, StyleFields[PagePart]['fields']>>;

export interface PageText {
  readonly text: string;
  readonly style: PagePartStyle;
}

export interface TextPage extends TextNotation {
  readonly text: string;
  readonly author: string;
  readonly style: Readonly<Record<PagePart, PagePartStyle>>;
  readonly watermark: boolean;
}
