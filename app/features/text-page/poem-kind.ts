import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Size } from '#core/geometry/point.ts';
import { animateHorizontal } from '#core/operations/animate-horizontal.ts';
import { animateVertical } from '#core/operations/animate-vertical.ts';
import { writeHorizontal } from '#core/operations/write-horizontal.ts';
import { writeVertical } from '#core/operations/write-vertical.ts';
import { horizontalRooms, type PoemRooms, verticalRooms } from '#core/text/rooms.ts';
import { type HorizontalStyle, horizontalStyle, type VerticalStyle, verticalStyle } from '#core/text/settings.ts';
import type { TextWork } from '#core/text/write.ts';
import type { TextReport } from '../../platform/text-painter.ts';
import type { TabDocument } from '../../state/tab-document.ts';
import { createPoemDocument } from './document.ts';
import type { Poem, PoemFields, PoemText, StyleFields } from './poem.ts';

export type PoemOperation = typeof writeHorizontal | typeof writeVertical;

/** What tells the horizontal editor from the vertical one. */
export interface PoemKind {
  readonly route: 'horizontal_editor' | 'editor';
  readonly operation: PoemOperation;
  /** What films the same. */
  readonly film: typeof animateHorizontal | typeof animateVertical;
  readonly fields: PoemFields;
  readonly document: TabDocument<PoemText>;
  /** What came of each text when it was last painted. */
  readonly useReports: UseBoundStore<StoreApi<{ readonly reports: readonly TextReport[] }>>;
  readonly workOf: (poem: Poem) => TextWork;
  readonly roomsOf: (style: Poem['style'], size: Size, watermark: boolean) => PoemRooms;
}

const createReports = () => create<{ readonly reports: readonly TextReport[] }>(() => ({ reports: [] }));

const fieldsOf = ({ main, author }: StyleFields): PoemFields => ({ main: main.fields, author: author.fields });
const horizontalFields = fieldsOf(horizontalStyle.fields);
const verticalFields = fieldsOf(verticalStyle.fields);

// A look is made from its kind's own fields, so it has what the kind's style asks for.
export const horizontalPoem: PoemKind = {
  route: 'horizontal_editor',
  operation: writeHorizontal,
  film: animateHorizontal,
  fields: horizontalFields,
  document: createPoemDocument('horizontalPoem', horizontalFields),
  useReports: createReports(),
  workOf: (poem) => ({ kind: 'horizontal', poem: { ...poem, style: poem.style as HorizontalStyle } }),
  roomsOf: (style, size, watermark) => horizontalRooms(style as HorizontalStyle, size, watermark),
};

export const verticalPoem: PoemKind = {
  route: 'editor',
  operation: writeVertical,
  film: animateVertical,
  fields: verticalFields,
  document: createPoemDocument('verticalPoem', verticalFields),
  useReports: createReports(),
  workOf: (poem) => ({ kind: 'vertical', poem: { ...poem, style: poem.style as VerticalStyle } }),
  roomsOf: (style, size, watermark) => verticalRooms(style as VerticalStyle, size, watermark),
};
