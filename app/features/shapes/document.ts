import { restoreComponent } from '#core/shapes/clipboard.ts';
import { clampComponent } from '#core/shapes/component-box.ts';
import { MAX_COMPONENTS, type ShapeComponent } from '#core/shapes/settings.ts';
import { TabDocument } from '../../state/tab-document.ts';

export type Components = readonly ShapeComponent[];

/** The ten components; the picture under them is the session's. */
export const shapeDocument = new TabDocument<ShapeComponent>({
  key: 'shapes',
  list: 'components',
  tabs: MAX_COMPONENTS,
  restore: restoreComponent,
  fit: clampComponent,
  isFree: ({ shape }) => shape === 'none',
});

export const useShapeDocument = shapeDocument.use;
