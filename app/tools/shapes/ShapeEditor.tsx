import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultComponent, hasCurvePoints, type ShapeComponent } from '#core/shapes/settings.ts';
import { NO_IMAGE } from '../../image-tool/BlankBackgroundSource.tsx';
import { openPastedBackground } from '../../image-tool/background-recipe.ts';
import { DrawingBar } from '../../image-tool/DrawingBar.tsx';
import { useDrawing } from '../../image-tool/drawing.ts';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import { useImageSample } from '../../image-tool/readable-color.ts';
import { pastedOn, pasteStep } from '../../recipes/paste-recipe.ts';
import { useLargeScreen } from '../../ui/large-screen.ts';
import { ComponentTabs } from './ComponentTabs.tsx';
import { CurveButtons } from './CurveButtons.tsx';
import { shapeColors, shapeDocument, useShapeDocument } from './document.ts';
import { downloadSvg, pasteComponents, recipeOf, workerSteps } from './export.ts';
import { ShapeCanvas } from './ShapeCanvas.tsx';
import { ShapeChoice } from './ShapeChoice.tsx';
import { ShapeOverlay } from './ShapeOverlay.tsx';
import { ShapePanel } from './ShapePanel.tsx';
import { shapeImageWarnings, useShapeImages } from './shape-images.ts';
import './shapes.css';

const TOOL = 'shape_editor';
const BLANK_BACKGROUND = { name: TOOL };
const DEFAULT = defaultComponent();
const COLORS = [shapeColors];
const recolor = () => shapeDocument.retouch((component) => shapeColors.follow(component, component));

export function ShapeEditor() {
  const { t } = useTranslation();
  const isLarge = useLargeScreen();
  const tool = useImageTool(TOOL, { drawn: shapeDocument, batches: true });
  const { screen, state, ready } = tool;
  const active = useShapeDocument((document) => document.active);
  const items = useShapeDocument((document) => document.items);
  const images = useShapeImages();
  const [draft, setDraft] = useState<ShapeComponent>();
  const committed = items[active] ?? DEFAULT;
  const component = draft ?? committed;
  const components = draft ? items.with(active, draft) : items;
  const size = state.image?.info ?? NO_IMAGE;

  useImageSample(screen, COLORS, recolor);

  const commit = (next: ShapeComponent, control?: string) => {
    setDraft(undefined);
    shapeDocument.changeActive(next, control);
  };
  const drawing = useDrawing({
    tool,
    document: shapeDocument,
    tabsOf: (step, size) => pasteComponents(step, images, size),
    versionOf: () => JSON.stringify(items),
    recipe: () => recipeOf(items, images),
    steps: () => workerSteps(items, images),
  });
  const hasShapes = items.some(({ shape }) => shape !== 'none');
  const designs = ready && hasCurvePoints(component.shape) && component.curveMode === 'design';

  return (
    <ImageScreen
      tool={tool}
      batch={{ recipe: [...tool.recipeWith(), ...workerSteps(items, images)] }}
      blank={BLANK_BACKGROUND}
      warnings={shapeImageWarnings(images, items)}
      tabs={<ComponentTabs size={size} />}
      hasHandles
      overlay={(view) => (
        <>
          <ShapeCanvas components={components} size={size} view={view} />
          <ShapeOverlay
            // A new key makes React remount the overlay, which ends any drag.
            key={`${active} ${committed.shape}`}
            view={view}
            size={size}
            components={items}
            active={active}
            committed={committed}
            component={component}
            onDraft={(next) => setDraft(next && shapeDocument.complete(next, committed, active))}
            onCommit={commit}
            onPick={(tab) => {
              setDraft(undefined);
              shapeDocument.openTab(tab);
            }}
          />
        </>
      )}
      stageTools={designs && <CurveButtons component={committed} size={size} onCommit={commit} />}
      actions={
        <DrawingBar
          tool={tool}
          drawing={drawing}
          groups={drawing.groups({ disabled: !ready })}
          lead={!isLarge && <ShapeChoice size={size} disabled={!ready} />}
          more={[
            {
              id: 'download-svg',
              label: t('shape_editor.downloadSvg'),
              run: () => void downloadSvg(items, images, size, drawing.name),
              disabled: !ready || !hasShapes,
            },
            ...drawing.downloadAs.actions,
            ...drawing.copies({
              disabled: !ready || !hasShapes,
              paste: () =>
                pasteStep('draw-shapes', async (step) => {
                  await openPastedBackground(step, screen);
                  const size = screen.use.getState().image?.info ?? NO_IMAGE;
                  shapeDocument.changeAll(pasteComponents(await pastedOn(step, size), images, size));
                }),
            }),
          ]}
        />
      }
      panel={<ShapePanel component={component} size={size} disabled={!ready} onChange={commit} />}
    />
  );
}
