import { Crop } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { normalizeBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { cropCornersOf, cropRect } from '#core/image/crop.ts';
import type { RotateParameters } from '#core/image/rotate/rotated-size.ts';
import { crop, cropCorners, cropShape } from '#core/operations/crop.ts';
import { rotate } from '#core/operations/rotate.ts';
import { pixels } from '#core/parameters/fields.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { refitCorners } from '#core/recipes/refit.ts';
import { editedStep } from '../../desk/steps.ts';
import { ImageActions } from '../../image-tool/ImageActions.tsx';
import { ImagePreview } from '../../image-tool/ImagePreview.tsx';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import type { OnTurn } from '../../image-tool/turn-actions.ts';
import { useRequestedSettings } from '../../recipes/requested-settings.ts';
import { useOperationSettings, useToolSettings } from '../../storage/settings.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { NumberField } from '../../ui/fields/NumberField.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { TypedRatio } from '../../ui/fields/TypedRatio.tsx';
import { useLargeScreen } from '../../ui/large-screen.ts';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { type AspectSettings, aspectOf, aspectSettings, FREE, ratioOf, ratioText, restoreAspect } from './aspect.ts';
import { CropOverlay } from './CropOverlay.tsx';
import { CropDial, CropRatios, CropTools } from './CropTools.tsx';
import { ExactValues } from './ExactValues.tsx';
import { cssRadius, type Outline, outlineParams, ShapeFields } from './ShapeFields.tsx';
import { StraightenOverlay } from './StraightenOverlay.tsx';
import {
  isLargest,
  largestSelection,
  lengthsOf,
  moveSide,
  type Selection,
  setLength,
  turnSelection,
} from './selection.ts';
import {
  cornerFields,
  type Straighten,
  straightenedView,
  straightenFields,
  straightenParams,
  turnedSelection,
} from './straighten.ts';
import { useTrimming } from './trimming.tsx';
import { initialSelection, useSelection } from './use-selection.ts';
import './crop.css';

const TOOL = 'cropper';

/** For each coordinate field: the edge of the selection, and the image side that limits the value. */
const EDGES: Readonly<Record<string, { readonly side: keyof Selection; readonly along: keyof Size }>> = {
  topX: { side: 'left', along: 'width' },
  topY: { side: 'top', along: 'height' },
  bottomX: { side: 'right', along: 'width' },
  bottomY: { side: 'bottom', along: 'height' },
};

/** Corners are optional in the operation but required here, because the page's fields always have values. */
const CORNERS = Object.fromEntries(
  Object.entries(cropCorners).map(([name, field]) => [name, { ...field, required: true }]),
);

/** Fields for width, height and long edge. The operation has no such parameters; the fields change the corners. */
const LENGTHS = ['width', 'height', 'longEdge'] as const;
const LENGTH = pixels({ min: 1 });

export function Cropper() {
  const { t } = useTranslation();
  const translate = useDeclaredWords();
  const onTurn = useRef<OnTurn>();
  const tool = useImageTool(TOOL, { batches: true, onTurn: (turn) => onTurn.current?.(turn) });
  const { screen, state, ready } = tool;
  const isLarge = useLargeScreen();
  const size: Size | undefined = state.image?.info;
  const [aspectChoice, storeAspect] = useToolSettings(TOOL, 'aspect', FREE, restoreAspect);
  const aspect = aspectOf(aspectChoice, size);
  const [selection, setSelection, forgetSelection, isSelected] = useSelection(TOOL, state.image?.version, size, aspect);
  const swapped = useRef<{ readonly before: CropSettings; readonly after: CropSettings }>();
  const [straighten, setStraighten] = useOperationSettings<Straighten>(TOOL, straightenFields);
  const [outline, setOutline] = useOperationSettings<Outline>(TOOL, cropShape);
  const isShaped = outline.shape !== 'rect';
  const isTilted = straighten.angle !== 0;
  const setAspect = (next: AspectSettings) => {
    storeAspect(next);
    const ratio = aspectOf(next, size);
    if (size && ratio !== undefined) setSelection(largestSelection(size, ratio));
  };

  const swap = (next: AspectSettings) => {
    const ratio = aspectOf(next, size);
    if (!size || ratio === undefined) return;
    const now = { aspect: aspectChoice, selection };
    const last = swapped.current;
    // A second swap of width and height restores the selection exactly, even if the first swap shrank the selection.
    const swappedBack = JSON.stringify(last?.after) === JSON.stringify(now) ? last?.before : undefined;
    const after = swappedBack ?? { aspect: next, selection: turnSelection(selection, size, ratio) };
    swapped.current = { before: now, after };
    storeAspect(after.aspect);
    setSelection(after.selection);
  };

  const corners = { topX: selection.left, topY: selection.top, bottomX: selection.right, bottomY: selection.bottom };
  const rect = size && cropRect(corners, size);
  const changes =
    rect && size && rect.width * rect.height > 0 && (isShaped || rect.width < size.width || rect.height < size.height);
  // If the selection has the maximum size for its ratio, the recipe stores only the ratio, to fit images of any size.
  const ratio = size && aspect !== undefined && isLargest(selection, size, aspect) ? ratioOf(aspectChoice) : undefined;
  const tiltedRatio = straighten.keepCorners ? '' : (ratioOf(aspectChoice) ?? ratioText(aspectChoice, size));
  const tilted = isTilted && size ? straightenedView(size, straighten, tiltedRatio) : undefined;
  // While straightening, the crop is the largest rectangle without empty corners. The result can be cropped again.
  const step = tilted
    ? { operation: rotate.id, params: straightenParams(straighten, tiltedRatio) }
    : { operation: crop.id, params: { ...(ratio === undefined ? corners : { ratio }), ...outlineParams(outline) } };
  const applyAll = async (...steps: RecipeStep[]) => {
    const done = await screen.apply(...steps);
    // Resets the applied selection; otherwise Undo would show the selection as unapplied again.
    if (done) {
      forgetSelection();
      if (tilted) setStraighten({ angle: 0 });
      else setOutline({ shape: 'rect' });
    }
    return done;
  };
  const commit = () => applyAll(step);
  const pending =
    tilted || changes ? { recipe: [...state.recipe, step], commit, isProposal: !tilted && !isSelected } : undefined;
  const edited = editedStep(state.steps);
  // Applies a selection first that the visitor has made. A step that is being edited would be replaced.
  const applyFirst = pending && !pending.isProposal ? [step] : [];
  const trimming = useTrimming(TOOL, (next) => applyAll(...applyFirst, next), !ready || !state.idle || !!edited);
  onTurn.current = (turn) => {
    // With a fixed ratio, a rotation by 90° resets the selection, because the rotation inverts the ratio.
    if (!size || !changes || (aspect !== undefined && 'turn' in turn)) return;
    const turned = turnedSelection(normalizeBox(selection), turn, size);
    return () => setSelection(turned, screen.use.getState().image?.version);
  };
  useRequestedSettings(
    TOOL,
    size &&
      ((wanted, step) => {
        if (step?.operation === rotate.id) {
          const { ratio } = wanted as Partial<RotateParameters>;
          storeAspect(ratio ? aspectSettings(ratio) : FREE);
          setStraighten(restoreValues(straightenFields, wanted) as Straighten);
          return;
        }
        const params = { ratio: '', positionX: 0.5, positionY: 0.5, ...wanted };
        if (params.ratio !== '') storeAspect(aspectSettings(params.ratio));
        const { x, y, width, height } = cropRect(cropCornersOf(params, size), size);
        setSelection({ left: x, top: y, right: x + width, bottom: y + height });
        if ('shape' in wanted) setOutline(restoreValues(cropShape, wanted));
      }),
  );
  const isEdited = edited?.operation === rotate.id || edited?.operation === crop.id;
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    // Resets dial and shape after the editing of a step; otherwise discarded changes would still apply to the image.
    if (wasEdited.current && !isEdited) {
      setStraighten({ angle: 0 });
      setOutline({ shape: 'rect' });
    }
    wasEdited.current = isEdited;
  });
  // In a batch, a free or original ratio crops the same fractions of each image. A chosen ratio stays fixed.
  const cropBy = aspect === undefined || aspectChoice.aspect === 'original' ? 'fractions' : 'ratio';
  const carry = () => {
    const { image } = screen.use.getState();
    if (!pending || tilted || !size || !image) return;
    const { topX, topY, bottomX, bottomY } = refitCorners(corners, size, image.info, cropBy);
    setSelection({ left: topX, top: topY, right: bottomX, bottom: bottomY }, image.version);
  };
  // While straightening, the size of the result; it follows from the angle and the ratio.
  const result = tilted?.result;
  const lengths = result
    ? { ...result, longEdge: Math.max(result.width, result.height) }
    : size && lengthsOf(selection);
  const most = size && { ...size, longEdge: Math.max(size.width, size.height) };

  // In the stage's bar of large windows; on phones first in the settings.
  const ratiosAndDial = (
    <>
      <CropRatios aspect={aspectChoice} onAspect={setAspect} onSwap={swap} disabled={!ready} />
      <CropDial angle={straighten.angle} onAngle={(angle) => setStraighten({ angle })} disabled={!ready} />
    </>
  );

  return (
    <ImageScreen
      tool={tool}
      batch={{ recipe: tool.recipeWith(pending), cropBy, carry }}
      canDraw
      overlay={(view) =>
        size &&
        (tilted ? (
          <StraightenOverlay view={view} size={size} {...tilted} />
        ) : (
          <CropOverlay
            view={view}
            size={size}
            selection={normalizeBox(selection)}
            aspect={aspect}
            radius={cssRadius(outline, normalizeBox(selection), view.scale)}
            onChange={setSelection}
            onReset={() => setSelection(initialSelection(size, aspect))}
            onCrop={() => void pending?.commit()}
          />
        ))
      }
      preview={
        <div
          className="crop-tilt"
          style={tilted && { background: straighten.keepCorners ? straighten.background : undefined }}
        >
          <div style={tilted && { transform: `rotate(${straighten.angle}deg) scale(${tilted.scale})` }}>
            <ImagePreview screen={screen} />
          </div>
        </div>
      }
      row={
        <CropTools turns={tool.turnActions} trim={trimming.action} disabled={!ready}>
          {isLarge && ratiosAndDial}
        </CropTools>
      }
      actions={
        <ImageActions
          tool={tool}
          verb={{ id: 'crop', label: t('common.crop'), icon: Crop }}
          pending={pending}
          cropBy={cropBy}
          mainFormat={isShaped || state.recipe.some(({ params }) => params?.shape) ? 'png' : 'jpg'}
        />
      }
      panel={
        <SidePanel tool={TOOL}>
          {!isLarge && ratiosAndDial}
          {aspectChoice.aspect === 'custom' && (
            <TypedRatio
              value={aspectChoice.typed}
              onChange={(typed) => setAspect({ ...aspectChoice, typed })}
              disabled={!ready}
            />
          )}
          <ShapeFields
            outline={outline}
            onChange={(change) => {
              setOutline(change);
              setSelection(selection);
            }}
            disabled={!ready || isTilted}
          />
          <div className="field-grid">
            {LENGTHS.map((name) => (
              <NumberField
                key={name}
                label={name === 'longEdge' ? t('cropper.longEdge') : translate(`parameters.scale.${name}`)}
                field={LENGTH}
                value={lengths?.[name]}
                max={tilted ? undefined : most?.[name]}
                disabled={!ready || isTilted}
                onChange={(value) => size && setSelection(setLength(selection, name, value, size, aspect))}
              />
            ))}
          </div>
          <ExactValues tool={TOOL}>
            <ParameterFields
              operation={crop.id}
              fields={CORNERS}
              values={size && !isTilted ? corners : {}}
              maxOf={(name) => EDGES[name] && size?.[EDGES[name].along]}
              disabled={!ready || isTilted}
              // With a fixed ratio, other fields change only after a typed number is committed.
              live={aspect === undefined}
              onChange={(name, value) => {
                const edge = EDGES[name];
                if (edge && size) setSelection(moveSide(selection, edge.side, value, size, aspect));
              }}
            />
          </ExactValues>
          {trimming.fields}
          {isTilted && (
            <ParameterFields
              operation={rotate.id}
              fields={cornerFields}
              values={straighten}
              disabled={!ready}
              onChange={(name, value) => setStraighten({ [name]: value })}
            />
          )}
        </SidePanel>
      }
    />
  );
}

interface CropSettings {
  readonly aspect: AspectSettings;
  readonly selection: Selection;
}
