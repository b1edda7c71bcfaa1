import { Scaling } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import { type PaddedSizeParameters, paddedSize } from '#core/image/pad/padded-size.ts';
import { type ScaleParameters, scaledSize } from '#core/image/scale.ts';
import { pad } from '#core/operations/pad.ts';
import { scale } from '#core/operations/scale.ts';
import type { NumberField, Parameters } from '#core/parameters/fields.ts';
import { clampNumber, restoreValues } from '#core/parameters/parse.ts';
import { refitRecipe, sizeAfter } from '#core/recipes/refit.ts';
import type { VisibleImage } from '../../desk/visible-image.ts';
import { ImageActions } from '../../image-tool/ImageActions.tsx';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import { useRequestedSettings } from '../../recipes/requested-settings.ts';
import { ofSameTypes, useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty, storedSide } from '../../storage/stored.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SwitchField } from '../../ui/fields/SwitchField.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { BackgroundField } from './BackgroundField.tsx';
import { FitField } from './FitField.tsx';
import { type FitSettings, fitFields, fitParams, INITIAL_FIT, padOnlyFields, padStep, restoreFit } from './fit.ts';
import { PadRatioField } from './PadRatioField.tsx';
import { SizeChips } from './SizeChips.tsx';
import { isSameSize, changeSide as sidesAfter, sidesWithin } from './sides.ts';

const TOOL = 'scaler';

interface ScalerSettings extends FitSettings {
  readonly byRatio: boolean;
  readonly keepAspect: boolean;
  /** The dimension that the visitor typed last. With `keepAspect`, the other dimension is computed. */
  readonly side: 'width' | 'height';
  /** `ratio`, `percent`, `width` and `height` apply only to the image with this `version`, so that none applies twice. */
  readonly ratio: number;
  /** Percentage of the image's size, from which width and height are computed; undefined if the visitor types them. */
  readonly percent?: number | undefined;
  readonly width: number;
  readonly height: number;
  readonly version?: string;
}

// Default settings. Unlike the command line's defaults, they keep the aspect ratio, as most visitors expect.
const INITIAL: ScalerSettings = {
  byRatio: false,
  keepAspect: true,
  side: 'width',
  ratio: 1,
  width: 1,
  height: 1,
  ...INITIAL_FIT,
};

function restore(stored: object): Partial<ScalerSettings> {
  const { factor, percent } = restoreValues(scale.params, stored);
  const target = {
    ratio: factor ?? INITIAL.ratio,
    percent,
    // Accepts values beyond the field's limits, because the image itself may exceed the limits.
    width: storedSide(getOwnProperty(stored, 'width')) || INITIAL.width,
    height: storedSide(getOwnProperty(stored, 'height')) || INITIAL.height,
  };
  const version = getOwnProperty(stored, 'version');
  return {
    ...ofSameTypes({ byRatio: INITIAL.byRatio, keepAspect: INITIAL.keepAspect }, stored),
    ...restoreFit(stored),
    side: getOwnProperty(stored, 'side') === 'height' ? 'height' : 'width',
    // A stored size is only valid for the image version for which the visitor typed the size.
    ...(typeof version === 'string' && { ...target, version }),
  };
}

export function Scaler() {
  const { t, i18n } = useTranslation();
  const translate = useDeclaredWords();
  const tool = useImageTool(TOOL, { batches: true });
  const { screen, state, ready } = tool;
  const [stored, store] = useToolSettings(TOOL, 'settings', INITIAL, restore);
  const size = state.image?.info;
  const version = state.image?.version;
  // For a new image, width and height are the image's own, and the ratio is 1.
  const { byRatio, keepAspect, side, ratio, percent, fit, padRatio, anchor, background, ...requested } =
    !size || stored.version === version
      ? stored
      : { ...stored, ratio: INITIAL.ratio, percent: undefined, width: size.width, height: size.height };
  const { width, height } = !size
    ? requested
    : percent === undefined
      ? sidesWithin(size, requested, keepAspect)
      : scaledSize(size, { percent, keepAspect: true });
  const change = (next: Partial<ScalerSettings>) =>
    store({ ratio, width, height, percent: undefined, version, ...next });

  // In a batch, the typed dimension applies to every image. The other dimension follows each image's own aspect ratio.
  const fitSettings = { fit, padRatio, anchor, background };
  const boxed = { width, height, ...fitParams(fitSettings) };
  const proportional = side === 'width' ? { width } : { height };
  const proportionally = percent === undefined ? proportional : { percent };
  const params = byRatio ? { factor: ratio } : keepAspect ? proportionally : boxed;
  const padsOnly = fit === 'padOnly' && !byRatio && !keepAspect;
  const padsToRatio = padsOnly && padRatio !== '';
  const step = padsOnly ? padStep(fitSettings, { width, height }) : { operation: scale.id, params };
  const target = size && sizeAfter([step], size);
  const changes = size && target && !isSameSize(target, size);
  const latest = useRef(stored);
  latest.current = stored;
  const commit = async () => {
    const requested = { ratio, width, height };
    const before = latest.current;
    const done = await screen.apply(step);
    const { image } = screen.use.getState();
    // Resets the applied size; otherwise Undo would show the size as unapplied. Keeps a size typed during processing.
    if (done)
      store(
        isSame(latest.current, before) || !image
          ? { version: undefined }
          : typedSince(requested, latest.current, image),
      );
    return done;
  };
  const pending = changes ? { recipe: [...state.recipe, step], commit } : undefined;
  const shown = changes && isShowable(target) ? { step, size: target } : undefined;
  // In a batch, a typed size counts as a change, even if it equals the displayed image's size.
  const isAsked = changes || (!byRatio && stored.version === version);
  const carry = () => {
    const { image } = screen.use.getState();
    if (!isAsked || !size || !image) return;
    const [refitted] = refitRecipe([step], size, image.info);
    const isRelative = byRatio || padsToRatio;
    const sides = isRelative
      ? image.info
      : padsOnly
        ? { width, height }
        : sizeAfter(refitted ? [refitted] : [], image.info);
    store({ ratio, percent, width: sides.width, height: sides.height, version: image.version });
  };
  const changeSide = (side: 'width' | 'height', value: number) => {
    if (!size) return;
    change({ side, ...sidesAfter(size, { width, height }, { [side]: value }, keepAspect) });
  };
  const keep = (keepAspect: boolean) =>
    change({ keepAspect, ...(keepAspect && size && sidesAfter(size, { width, height }, { width }, keepAspect)) });
  useRequestedSettings(TOOL, size && ((wanted, step) => change(settingsFor(wanted, size, step?.operation))));
  const sizeText = ({ width, height }: Size) => t('common.imageSize', { width, height });
  const percentOf = (after: Size, before: Size) => {
    const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
    const [across, down] = [format.format(after.width / before.width), format.format(after.height / before.height)];
    return isProportional(after, before) ? across : `${across} × ${down}`;
  };
  const { factor, width: across, height: down } = scale.params;
  const sides = { width: required(across), height: required(down) };
  const fields: Parameters = byRatio
    ? { factor: required(factor) }
    : {
        ...(!padsToRatio && (size ? reaching(sides, size) : sides)),
        ...(!keepAspect && (padsOnly ? padOnlyFields : fitFields)),
      };
  const set = (name: string, value: unknown) => {
    if (name === 'factor') change({ ratio: value as number });
    else if (Object.hasOwn(INITIAL_FIT, name)) change({ [name]: value });
    else changeSide(name as 'width' | 'height', value as number);
  };

  return (
    <ImageScreen
      tool={tool}
      pending={shown}
      batch={{
        recipe: tool.recipeWith(isAsked ? { recipe: [...state.recipe, step], commit } : undefined),
        carry,
      }}
      actions={
        <ImageActions
          tool={tool}
          verb={{ id: 'scale', label: t('common.scale'), short: t('common.scaleShort'), icon: Scaling }}
          pending={pending}
        />
      }
      panel={
        <SidePanel tool={TOOL}>
          <SizeChips
            percent={!byRatio && changes ? percent : undefined}
            width={!byRatio && changes && percent === undefined ? width : undefined}
            onPercent={(next) => {
              if (size) change(settingsFor({ percent: next }, size, scale.id));
            }}
            onWidth={(next) => {
              if (size)
                change({
                  byRatio: false,
                  keepAspect: true,
                  side: 'width',
                  ...sidesAfter(size, size, { width: next }, true),
                });
            }}
            disabled={!ready}
          />
          <div className="field-grid">
            <SwitchField label={t('common.byRatio')} value={byRatio} onChange={(next) => change({ byRatio: next })} />
            {!byRatio && (
              <SwitchField
                label={translate('parameters.scale.keepAspect')}
                value={keepAspect}
                onChange={keep}
                disabled={!ready}
              />
            )}
          </div>
          <ParameterFields
            operation={scale.id}
            fields={fields}
            values={{ factor: ratio, fit, anchor, background, ...(size && { width, height }) }}
            custom={{
              fit: <FitField value={fit} onChange={(next) => set('fit', next)} disabled={!ready} />,
              ...(padsOnly && {
                ratio: <PadRatioField value={padRatio} onChange={(next) => set('padRatio', next)} disabled={!ready} />,
              }),
              background: (
                <BackgroundField value={background} onChange={(next) => set('background', next)} disabled={!ready} />
              ),
            }}
            onChange={set}
            live
            disabled={!ready}
          />
          {size && target && (
            <p className="panel-note tabular">
              {t('scaler.becomes', { from: sizeText(size), to: sizeText(target), percent: percentOf(target, size) })}
            </p>
          )}
        </SidePanel>
      }
    />
  );
}

/** Maximum pixels of a previewed result. A larger result takes too long to draw, and appears only after Scale. */
const MAX_SHOWN_PIXELS = 50_000_000;
const isShowable = ({ width, height }: Size) => width * height <= MAX_SHOWN_PIXELS;

/** True if both sides change by the same ratio, up to rounding to whole pixels. */
const isProportional = (after: Size, before: Size) =>
  Math.abs(after.height - (before.height * after.width) / before.width) <= 1 ||
  Math.abs(after.width - (before.width * after.height) / before.height) <= 1;

const isSame = (a: ScalerSettings, b: ScalerSettings) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the settings after scaling: values typed during processing, or the scaled image's width and height. */
function typedSince(
  requested: Pick<ScalerSettings, 'ratio' | 'width' | 'height'>,
  { ratio, width, height }: ScalerSettings,
  { info, version }: VisibleImage,
): Partial<ScalerSettings> {
  const isTyped = width !== requested.width || height !== requested.height;
  const sides = isTyped ? { width, height } : { width: info.width, height: info.height };
  return { ...sides, ratio: ratio === requested.ratio ? INITIAL.ratio : ratio, percent: undefined, version };
}

interface Sides {
  readonly width: NumberField;
  readonly height: NumberField;
}

/** Makes a width or height field required. On the command line, width and height are optional. */
const required = (field: NumberField): NumberField => ({ ...field, required: true });

const reaching = ({ width, height }: Sides, size: Size): Sides => ({
  width: { ...width, max: Math.max(width.max, size.width) },
  height: { ...height, max: Math.max(height.max, size.height) },
});

/** Converts a recipe step to the screen's settings: a ratio if possible, otherwise width and height. */
function settingsFor(
  params: Readonly<Record<string, unknown>>,
  size: Size,
  operation: string | undefined,
): Partial<ScalerSettings> {
  if (operation === pad.id) {
    const {
      ratio = '',
      anchor,
      background,
      ...typed
    } = params as Partial<PaddedSizeParameters & Pick<ScaleParameters, 'anchor' | 'background'>>;
    const settings = restoreFit({ fit: 'padOnly', padRatio: ratio, anchor, background });
    return { byRatio: false, keepAspect: false, ...settings, ...paddedSize(size, { ...typed, ratio }) };
  }
  const { factor, percent, ...others } = params as Partial<ScaleParameters>;
  const { fit = 'fill', anchor, background } = others;
  if (percent !== undefined && !others.withoutEnlargement)
    return { byRatio: false, keepAspect: true, percent, ...scaledSize(size, { percent, keepAspect: true }) };
  if (factor !== undefined && clampNumber(scale.params.factor, factor) === factor && !others.withoutEnlargement)
    return { byRatio: true, ratio: factor };
  if (fit === 'cover' || fit === 'pad')
    return {
      byRatio: false,
      keepAspect: false,
      ...restoreFit({ fit, anchor, background }),
      ...sidesWithin(size, scaledSize(size, { keepAspect: false, ...others }), false),
    };
  const sides = scaledSize(size, { keepAspect: false, ...others, factor, percent });
  const proportional = scaledSize(size, { width: sides.width, keepAspect: true });
  const keepAspect = isSameSize(sides, proportional);
  const side = others.width === undefined && others.height !== undefined ? 'height' : 'width';
  return { byRatio: false, keepAspect, side, fit: 'fill', ...sidesWithin(size, sides, keepAspect) };
}
