import { ArrowLeft, ArrowRight, ClipboardPaste, Copy, CopyPlus, RotateCcw } from 'lucide-react';
import { Tab, TabList, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { FudebakoError } from '#core/errors.ts';
import { copyComponent, pasteComponent } from '#core/shapes/clipboard.ts';
import { MAX_COMPONENTS } from '#core/shapes/settings.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import type { Size } from '../../parts/stage-view.ts';
import { showError } from '../../state/errors.ts';
import { useToolSettings } from '../../state/settings.ts';
import {
  changeActive,
  duplicateActive,
  freeTab,
  moveActive,
  openTab,
  resetActive,
  useShapeDocument,
} from './document.ts';
import { ShapeThumbnail } from './ShapeCanvas.tsx';

/** The ten components: which one is being worked on, and what can be done with it as a whole. */
export function ComponentTabs({ size }: { size: Size }) {
  const { t } = useTranslation();
  const active = useShapeDocument((state) => state.active);
  const components = useShapeDocument((state) => state.history.present);
  const [copied, setCopied] = useToolSettings('shape_editor', 'copied', { text: '' });
  const component = components[active];
  if (!component) return null;

  const copy = async () => {
    const text = copyComponent(component);
    setCopied({ text });
    try {
      await navigator.clipboard.writeText(text);
    } catch (cause) {
      showError(new FudebakoError('settingsCopy', {}, { cause }));
    }
  };
  const paste = async () => {
    // Where the clipboard may not be read, what was copied here is what is meant.
    const text = await navigator.clipboard.readText().catch(() => copied.text);
    try {
      changeActive(pasteComponent(component, text, size));
    } catch (error) {
      showError(error);
    }
  };
  const hasShape = component.shape !== 'none';
  const say = t as (key: string) => string;
  return (
    <Card title={t('shape_editor.components')} className="shape-components">
      <Tabs
        className="tabs"
        selectedKey={`tab${active + 1}`}
        onSelectionChange={(key) => openTab(Number(String(key).slice(3)) - 1)}
      >
        <TabList className="shape-tabs" aria-label={t('shape_editor.components')}>
          {components.map((each, index) => (
            <Tab
              // biome-ignore lint/suspicious/noArrayIndexKey: a tab is its place
              key={index}
              id={`tab${index + 1}`}
              className="shape-tab"
              aria-label={`tab${index + 1}`}
              aria-description={say(`core:choices.draw-shapes.components.shape.${each.shape}`)}
            >
              <span className="shape-tab-picture">
                {each.shape !== 'none' && <ShapeThumbnail component={each} size={size} />}
              </span>
              <span className="tabular">{index + 1}</span>
            </Tab>
          ))}
        </TabList>
      </Tabs>
      <div className="action-group">
        <Button icon={Copy} onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
        <Button icon={ClipboardPaste} onClick={() => void paste()} disabled={copied.text === ''}>
          {t('common.paste')}
        </Button>
        <Button icon={CopyPlus} onClick={duplicateActive} disabled={!hasShape || freeTab(components) < 0}>
          {t('shape_editor.duplicate')}
        </Button>
        <Button icon={ArrowLeft} iconOnly onClick={() => moveActive(-1)} disabled={active === 0}>
          {t('shape_editor.backward')}
        </Button>
        <Button icon={ArrowRight} iconOnly onClick={() => moveActive(1)} disabled={active === MAX_COMPONENTS - 1}>
          {t('shape_editor.forward')}
        </Button>
        <Button icon={RotateCcw} onClick={resetActive}>
          {t('common.reset')}
        </Button>
      </div>
    </Card>
  );
}
