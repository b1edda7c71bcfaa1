import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Size } from '#core/geometry/point.ts';
import { animateHorizontal } from '#core/operations/animate-horizontal.ts';
import { animateVertical } from '#core/operations/animate-vertical.ts';
import { writeHorizontal } from '#core/operations/write-horizontal.ts';
import { writeVertical } from '#core/operations/write-vertical.ts';
import { type HorizontalStyle, horizontalStyle, type VerticalStyle, verticalStyle } from '#core/text/settings.ts';
import { horizontalTextAreas, type TextPageAreas, verticalTextAreas } from '#core/text/text-areas.ts';
import type { TextWork } from '#core/text/write.ts';
import type { DrawnItems } from '../../image-tool/drawn-items.ts';
import type { FieldRef } from '../../ui/stage/typing.ts';
import type { TextReport } from '../../workers/text-painter-client.ts';
import { createPageDocument } from './drawn-texts.ts';
import { createInitialStyle, type InitialStyle } from './initial-style.ts';
import type { PageTexts } from './next-sample.ts';
import type { PageFields, PagePartStyle, PageText, StyleFields, TextPage } from './text-page.ts';

export type TextPageOperation = typeof writeHorizontal | typeof writeVertical;

type SampleKey<Part extends keyof PageTexts> =
  `${'horizontal_editor.sample' | 'editor.sample' | 'stage:textPage.prose'}.${Part}`;
export type PageSample = {
  readonly [Part in keyof PageTexts]: { readonly text: SampleKey<Part>; readonly look: Partial<PagePartStyle> };
};

export interface TextPageKind {
  readonly route: 'horizontal_editor' | 'editor';
  readonly operation: TextPageOperation;
  /** Sample texts in display order: translation keys with style settings. */
  readonly samples: readonly PageSample[];
  readonly animation: typeof animateHorizontal | typeof animateVertical;
  readonly fields: PageFields;
  readonly look: InitialStyle;
  readonly document: DrawnItems<PageText>;
  /** Text field of the open text. */
  readonly field: FieldRef;
  /** Moves the focus into the text field. */
  readonly type: () => void;
  /** Layout results for the main text and the author: bounds and missing glyphs. */
  readonly useReports: UseBoundStore<StoreApi<{ readonly reports: readonly TextReport[] }>>;
  readonly workOf: (page: TextPage) => TextWork;
  readonly areasOf: (style: TextPage['style'], size: Size, watermark: boolean) => TextPageAreas;
}

/** Returns the parts of an editor that follow from the style of its operation. */
function partsOf(tool: 'horizontal_editor' | 'editor', { fields: { main, author } }: { readonly fields: StyleFields }) {
  const fields: PageFields = { main: main.fields, author: author.fields };
  const look = createInitialStyle(fields, tool === 'editor');
  const useReports = create<{ readonly reports: readonly TextReport[] }>(() => ({ reports: [] }));
  const field: FieldRef = { current: null };
  return {
    fields,
    look,
    document: createPageDocument(tool, fields, look),
    field,
    type: () => field.current?.focus({ preventScroll: true }),
    useReports,
  };
}

/** Styles that place the sample's main text over the sky of the sample image, and the author over the water. */
const SKY_STYLE = { paddingPctW: 6, paddingPctH: 6 };
const WATER_STYLE: Partial<PagePartStyle> = { fontPctH: 3.5, paddingPctW: 28, paddingPctH: 8 };

// The style of a text page always has all fields of its editor, so the casts of `style` are safe.
export const horizontalPage: TextPageKind = {
  route: 'horizontal_editor',
  operation: writeHorizontal,
  samples: [
    {
      main: { text: 'horizontal_editor.sample.main', look: { anchor: 'top', fontPctH: 5.5, ...SKY_STYLE } },
      author: { text: 'horizontal_editor.sample.author', look: { fontPctH: 4, paddingPctW: SKY_STYLE.paddingPctW } },
    },
  ],
  animation: animateHorizontal,
  ...partsOf('horizontal_editor', horizontalStyle),
  workOf: (page) => ({ kind: 'horizontal', page: { ...page, style: page.style as HorizontalStyle } }),
  areasOf: (style, size, watermark) => horizontalTextAreas(style as HorizontalStyle, size, watermark),
};

export const verticalPage: TextPageKind = {
  route: 'editor',
  operation: writeVertical,
  samples: [
    {
      main: { text: 'editor.sample.main', look: { fontPctH: 6.5, ...SKY_STYLE } },
      author: { text: 'editor.sample.author', look: WATER_STYLE },
    },
    {
      main: { text: 'stage:textPage.prose.main', look: { fontPctH: 5, ...SKY_STYLE } },
      author: { text: 'stage:textPage.prose.author', look: WATER_STYLE },
    },
  ],
  animation: animateVertical,
  ...partsOf('editor', verticalStyle),
  workOf: (page) => ({ kind: 'vertical', page: { ...page, style: page.style as VerticalStyle } }),
  areasOf: (style, size, watermark) => verticalTextAreas(style as VerticalStyle, size, watermark),
};
