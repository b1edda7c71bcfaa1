import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlaced } from '#core/shapes/component-box.ts';
import { defaultComponent, hasCurvePoints, type ShapeComponent } from '#core/shapes/settings.ts';
import { NO_IMAGE } from '../../image-tool/BlankBackgroundSource.tsx';
import { openPastedBackground } from '../../image-tool/background-recipe.ts';
import { DrawingBar } from '../../image-tool/DrawingBar.tsx';
import { useDrawing } from '../../image-tool/drawing.ts';
import { type InTab, useShownItems } from '../../image-tool/drawn-state.ts';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import { useImageSample } from '../../image-tool/readable-color.ts';
import { pastedOn, pasteStep } from '../../recipes/paste-recipe.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { ComponentTabs } from './ComponentTabs.tsx';
import { CurveButtons } from './CurveButtons.tsx';
import { shapeColors, shapeDocument, useShapeDocument } from './drawn-shapes.ts';
import { downloadSvg, pasteComponents, recipeOf, workerSteps } from './export.ts';
import { ShapeCanvases } from './ShapeCanvas.tsx';
import { ShapeOverlay } from './ShapeOverlay.tsx';
import { ShapePanel } from './ShapePanel.tsx';
import { shapeImageWarnings, useShapeImages } from './shape-images.ts';
import { VerbBar } from './VerbBar.tsx';
import {
  alike,
  FIRST_HIGHLIGHT,
  FIRST_INK,
  type Ink,
  inkOf,
  isBareText,
  isClicked,
  isFreehand,
  isInk,
  isLasting,
  numbered,
  shapeOf,
  takesStroke,
  type Verb,
  withInk,
} from './verbs.ts';
import './shapes.css';

const TOOL = 'shape_editor';
const BLANK_BACKGROUND = { name: TOOL };
const DEFAULT = defaultComponent();
const COLORS = [shapeColors];
const recolor = () => shapeDocument.retouch((component) => shapeColors.follow(component, component));

/** Calls `leave` when Escape is pressed while `isOn`. */
function useEscape(isOn: boolean, leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && latest.current();
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

export function ShapeEditor() {
  const { t } = useTranslation();
  const tool = useImageTool(TOOL, { drawn: shapeDocument, batches: true });
  const { screen, state, ready } = tool;
  const active = useShapeDocument((document) => document.active);
  const items = useShapeDocument((document) => document.items);
  const images = useShapeImages();
  const draft = useShapeDocument((document) => document.draft);
  const [verb, setVerb] = useState<Verb>('select');
  const [pen, setPen] = useToolSettings<Ink>(TOOL, 'settings', FIRST_INK);
  const [highlighter, setHighlighter] = useToolSettings<Ink>(TOOL, 'highlighter', FIRST_HIGHLIGHT);
  // Tab of the shape that the next stroke of the pen joins.
  const [stroked, setStroked] = useState<number>();
  const committed = items[active] ?? DEFAULT;
  const isHighlight = verb === 'select' ? committed.blend === 'multiply' : verb === 'highlighter';
  const [ink, setInk] = isHighlight ? [highlighter, setHighlighter] : [pen, setPen];
  const component = draft?.item ?? committed;
  const components = useShownItems(useShapeDocument);
  const size = state.image?.info ?? NO_IMAGE;
  // Tab of the shape whose text is typed on the image. The text field covers the painted text.
  const [writing, setWriting] = useState<number>();
  const writes = writing === active;
  const painted = writes ? components.with(active, { ...component, text: '' }) : components;

  useImageSample(screen, COLORS, recolor);

  const isEmpty = shapeDocument.isFree(committed);
  const free = shapeDocument.freeTab({ items, active });
  const next = nextShape();
  function nextShape(): InTab<ShapeComponent> | undefined {
    const isOwn = verb === 'select' ? !isPlaced(committed) : stroked === active && takesStroke(committed);
    if (isOwn) return { tab: active, item: committed };
    if (free < 0) return undefined;
    const item = verb === 'select' ? alike(committed) : shapeOf(verb, ink, size);
    return { tab: free, item: numbered(item, items) };
  }
  const put = (shape: InTab<ShapeComponent>) => {
    setStroked(isFreehand(verb) ? shape.tab : undefined);
    const isLast = verb === 'step' && items.filter(shapeDocument.isFree).length === 1;
    if (isLast || !isLasting(verb)) setVerb('select');
    shapeDocument.put(shape);
    if (isBareText(shape.item)) setWriting(shape.tab);
  };
  // While a verb is chosen and the tab is empty, bar and panel show the style of the verb's next shape.
  const showsInk = verb !== 'select' && isEmpty;
  const commit = (item: ShapeComponent, control?: string) => {
    if (showsInk && control !== undefined && isInk(control)) return setInk(inkOf(item, size));
    setVerb('select');
    shapeDocument.changeActive(item, control);
    // A text without border and fill isn't the style of the next shape.
    if (!isEmpty && (item.borderWidth > 0 || item.fillBox)) setInk(inkOf(item, size));
  };
  const choose = (chosen: Verb) => {
    setStroked(undefined);
    // The points of a curve are set by clicks in the tab of the curve.
    if (!isClicked(chosen)) setVerb(chosen);
    else if (free >= 0) put({ tab: free, item: shapeOf(chosen, ink, size) });
  };
  const restyles = verb === 'select';
  useEscape(verb !== 'select', () => setVerb('select'));
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
      canDraw
      overlay={(view) => (
        <>
          <ShapeCanvases components={painted} size={size} view={view} />
          <ShapeOverlay
            // A new key makes React remount the overlay, which ends any drag.
            key={`${active} ${committed.shape} ${verb}`}
            view={view}
            size={size}
            components={items}
            active={active}
            verb={verb}
            committed={committed}
            component={component}
            next={next}
            onCommit={put}
            writes={writes}
            onWrite={(writes) => setWriting(writes ? active : undefined)}
          />
        </>
      )}
      row={
        <VerbBar
          verb={verb}
          onVerb={choose}
          ink={restyles ? { ...ink, ...inkOf(committed, size) } : ink}
          onInk={(change, control) => {
            setInk(change);
            setStroked(undefined);
            if (restyles) shapeDocument.changeActive(withInk(committed, change, size), control);
          }}
          size={size}
          isFull={free < 0}
          disabled={!ready}
        />
      }
      stageTools={designs && <CurveButtons component={committed} size={size} onCommit={commit} />}
      actions={
        <DrawingBar
          tool={tool}
          drawing={drawing}
          groups={drawing.groups({ disabled: !ready })}
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
      panel={
        <ShapePanel
          component={showsInk ? withInk(component, ink, size) : component}
          size={size}
          disabled={!ready}
          onChange={commit}
        />
      }
    />
  );
}
