import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageFormat } from '#core/image/encode.ts';
import { defaultComponent, hasCurvePoints, type ShapeComponent } from '#core/shapes/settings.ts';
import { ActionBar } from '../../parts/ActionBar.tsx';
import { GeneratedFiles } from '../../parts/GeneratedFiles.tsx';
import { StatusLine } from '../../parts/StatusLine.tsx';
import { useGenerated } from '../../state/generated.ts';
import { pasteStep } from '../../state/paste-recipe.ts';
import { useCopyActions, useDocumentHistory, useGenerateActions } from '../common-actions.ts';
import { PictureScreen } from '../PictureScreen.tsx';
import { usePictureTool } from '../picture-tool.ts';
import { BLANK_NAME, NO_PICTURE, SheetSource } from '../SheetSource.tsx';
import { openPastedSheet } from '../sheet-recipe.ts';
import { ComponentTabs } from './ComponentTabs.tsx';
import { CurveButtons } from './CurveButtons.tsx';
import { shapeDocument, useShapeDocument } from './document.ts';
import { commandOf, downloadSvg, outputName, pasteComponents, recipeOf, studioSteps } from './export.ts';
import { ShapeCanvas } from './ShapeCanvas.tsx';
import { ShapeOverlay } from './ShapeOverlay.tsx';
import { ShapePanel } from './ShapePanel.tsx';
import { restoreShapeImages, useShapeImages } from './shape-images.ts';
import './shape-editor.css';

const TOOL = 'shape_editor';
const DEFAULT = defaultComponent();

/** Up to ten shapes over a picture: the picture is the workbench's, the shapes are `document.ts`'s. */
export function ShapeEditor() {
  const { t } = useTranslation();
  const tool = usePictureTool(TOOL, { history: shapeDocument });
  const { workbench, state, ready } = tool;
  const generateActions = useGenerateActions();
  const copyActions = useCopyActions();
  const active = useShapeDocument((document) => document.active);
  const history = useShapeDocument((document) => document.history);
  const images = useShapeImages((store) => store.images);
  // The open tab while it is dragged.
  const [draft, setDraft] = useState<ShapeComponent>();
  const settled = history.present[active] ?? DEFAULT;
  const component = draft ?? settled;
  const components = draft ? history.present.with(active, draft) : history.present;
  const info = state.picture?.info;
  const size = info ?? NO_PICTURE;
  const name = state.picture?.source.name ?? BLANK_NAME;
  const source = state.picture?.source.id;
  const [generated, addGenerated] = useGenerated(source, JSON.stringify(history.present));

  useEffect(() => void restoreShapeImages(), []);
  useEffect(() => {
    if (source && info) shapeDocument.fitToPicture(source, info);
  }, [source, info]);

  const commit = (next: ShapeComponent, control?: string) => {
    setDraft(undefined);
    shapeDocument.changeActive(next, control);
  };
  const generate = async (format: ImageFormat) => {
    const blob = await workbench.generate(studioSteps(history.present, images), { format });
    if (blob) addGenerated({ format, name: outputName(name, format), blob });
  };
  const hasShapes = history.present.some(({ shape }) => shape !== 'none');
  const designs = ready && hasCurvePoints(component.shape) && component.curveMode === 'design';
  const historyActions = useDocumentHistory(tool, shapeDocument);

  return (
    <PictureScreen
      tool={tool}
      title={t('core:operations.draw-shapes.name')}
      lead={t('shape_editor.summary')}
      source={
        <>
          <SheetSource name={TOOL} tool={tool} />
          <ComponentTabs size={size} />
        </>
      }
      overlay={(view) => (
        <>
          <ShapeCanvas components={components} size={size} view={view} />
          <ShapeOverlay
            // Another tab or another shape begins with nothing held.
            key={`${active} ${settled.shape}`}
            view={view}
            size={size}
            components={history.present}
            active={active}
            settled={settled}
            component={component}
            onDraft={setDraft}
            onCommit={commit}
          />
        </>
      )}
      stageTools={designs && <CurveButtons component={settled} size={size} onCommit={commit} />}
      actions={
        <ActionBar
          groups={[
            historyActions,
            generateActions(generate, !ready),
            tool
              .exportActions([])
              .map((action) => ({ ...action, run: () => void workbench.save(studioSteps(history.present, images)) })),
          ]}
          waiting={!state.idle}
          more={[
            {
              id: 'download-svg',
              label: t('shape_editor.downloadSvg'),
              run: () => void downloadSvg(history.present, images, size, name),
              disabled: !ready || !hasShapes,
            },
            ...copyActions({
              recipe: () => recipeOf(history.present, images, state.picture?.source),
              command: () => commandOf(history.present, images, state.picture?.source),
              disabled: !ready || !hasShapes,
              paste: () =>
                pasteStep('draw-shapes', async (step) => {
                  await openPastedSheet(step, workbench);
                  const { picture } = workbench.use.getState();
                  shapeDocument.changeAll(pasteComponents(step, images, picture?.info ?? NO_PICTURE));
                }),
            }),
          ]}
        >
          {generated.length > 0 && <GeneratedFiles files={generated} />}
          <StatusLine workbench={workbench} />
        </ActionBar>
      }
      panel={<ShapePanel component={component} size={size} disabled={!ready} onChange={commit} />}
    />
  );
}
