import { Plus } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { copyComponent, pasteComponent } from '#app/tools/shapes/clipboard.ts';
import type { Size } from '#core/geometry/point.ts';
import { TabActions } from '../../image-tool/TabActions.tsx';
import { Card } from '../../ui/Card.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { useScrollToTab } from '../../ui/screen/use-scroll-to-tab.ts';
import { shapeDocument, useShapeDocument } from './document.ts';
import { ShapeThumbnail } from './ShapeCanvas.tsx';

export function ComponentTabs({ size }: { size: Size }) {
  const active = useShapeDocument((state) => state.active);
  const components = useShapeDocument((state) => state.items);
  const free = shapeDocument.freeTab(components);
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  const row = useScrollToTab(active);
  const nameOf = (index: number) => t('stage:shapeTab', { number: index + 1 });
  const label = translate('parameters.draw-shapes.components.label');
  return (
    <Card title={label} className="shape-components">
      <Tabs
        className="tabs"
        selectedKey={`tab${active + 1}`}
        onSelectionChange={(key) => shapeDocument.openTab(Number(String(key).slice(3)) - 1)}
      >
        <TabList ref={row} className="shape-tabs" aria-label={label}>
          {components.map((each, index) => {
            const isFree = shapeDocument.isFree(each);
            return (
              <Tab
                // biome-ignore lint/suspicious/noArrayIndexKey: a tab has no ID except its index
                key={index}
                id={`tab${index + 1}`}
                className="shape-tab"
                data-free={isFree || undefined}
                aria-label={nameOf(index)}
                aria-description={translate(`choices.draw-shapes.components.shape.${each.shape}`)}
              >
                <span className="tabular">{index + 1}</span>
                {isFree ? (
                  index === free && <Plus aria-hidden="true" size={16} />
                ) : (
                  <ShapeThumbnail component={each} size={size} />
                )}
              </Tab>
            );
          })}
        </TabList>
        <TabPanel key={active} id={`tab${active + 1}`} className="shape-tab-panel">
          <TabActions
            tool="shape_editor"
            document={shapeDocument}
            nameOf={nameOf}
            copy={copyComponent}
            paste={(component, pasted) => pasteComponent(component, pasted, size)}
          />
        </TabPanel>
      </Tabs>
    </Card>
  );
}
