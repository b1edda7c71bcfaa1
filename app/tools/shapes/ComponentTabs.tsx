import { useTranslation } from 'react-i18next';
import { copyComponent, pasteComponent } from '#app/tools/shapes/clipboard.ts';
import type { Size } from '#core/geometry/point.ts';
import { ObjectTabs } from '../../image-tool/ObjectTabs.tsx';
import { TabActions } from '../../image-tool/TabActions.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { shapeDocument } from './drawn-shapes.ts';
import { ShapeThumbnail } from './ShapeCanvas.tsx';

export function ComponentTabs({ size }: { size: Size }) {
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  const nameOf = (tab: number) => t('stage:shapeTab', { number: tab + 1 });
  return (
    <ObjectTabs
      document={shapeDocument}
      label={translate('parameters.draw-shapes.components.label')}
      nameOf={nameOf}
      describe={({ shape }) => translate(`choices.draw-shapes.components.shape.${shape}`)}
      thumbnail={(tab) => <ShapeThumbnail tab={tab} size={size} />}
    >
      <TabActions
        tool="shape_editor"
        document={shapeDocument}
        nameOf={nameOf}
        copy={copyComponent}
        paste={(component, pasted) => pasteComponent(component, pasted, size)}
      />
    </ObjectTabs>
  );
}
