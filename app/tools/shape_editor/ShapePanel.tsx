import { ImagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FudebakoError } from '#core/errors.ts';
import { normalizeBox } from '#core/geometry/box.ts';
import { componentBox } from '#core/shapes/component-box.ts';
import { hasCornerRadius, hasCurvePoints, type ShapeComponent, shapeComponent } from '#core/shapes/settings.ts';
import { ColorField } from '../../parts/ColorField.tsx';
import { FileButton } from '../../parts/FileButton.tsx';
import { ParameterField } from '../../parts/ParameterField.tsx';
import { SidePanel } from '../../parts/SidePanel.tsx';
import type { Size } from '../../parts/stage-view.ts';
import { showError } from '../../state/errors.ts';
import { ACCEPTED_PICTURES, isAccepted } from '../../state/workbench.ts';
import { useComponentWords } from './component-words.ts';
import { addShapeImage, imageOf, useShapeImages } from './shape-images.ts';

interface ShapePanelProps {
  readonly component: ShapeComponent;
  readonly size: Size;
  readonly disabled: boolean;
  /** @param control names what was turned */
  readonly onChange: (component: ShapeComponent, control: string) => void;
}

type Single = Exclude<
  keyof ShapeComponent,
  'boundingBox' | 'startPoint' | 'endPoint' | 'curvePoints' | 'borderColor' | 'fillColor'
>;

/** Every setting that means something for the shape at hand. */
export function ShapePanel({ component, size, disabled, onChange }: ShapePanelProps) {
  const { t } = useTranslation();
  const { shape } = component;
  const say = useComponentWords();
  const single = (name: Single) => (
    <ParameterField
      key={name}
      operation="draw-shapes"
      name={`components.${name}`}
      field={shapeComponent[name]}
      value={component[name]}
      disabled={disabled}
      onChange={(value: never) => onChange({ ...component, [name]: value }, name)}
    />
  );
  const color = (name: 'borderColor' | 'fillColor') => (
    <ColorField
      label={say(name)}
      value={component[name]}
      alpha
      disabled={disabled}
      onChange={(value) => onChange({ ...component, [name]: value }, name)}
    />
  );
  const isCurve = hasCurvePoints(shape);
  const isBox = shape !== 'line' && !isCurve;
  return (
    <SidePanel tool="shape_editor" title={t('common.settings')}>
      {single('shape')}
      {single(isCurve ? 'curveMode' : 'mode')}
      {isCurve && single('curveClosePath')}
      {shape === 'line' && <PointFields {...{ component, size, disabled, onChange }} />}
      {isBox && <BoxFields {...{ component, size, disabled, onChange }} />}
      {shape === 'image' && (
        <>
          <ImagePicker {...{ component, disabled, onChange }} />
          {single('shapeAspect')}
        </>
      )}
      {single('rotation')}
      {shape !== 'line' && (
        <>
          {single('fillBox')}
          {color('fillColor')}
        </>
      )}
      {color('borderColor')}
      <div className="field-grid">
        {single('borderWidth')}
        {isBox && single('boxMargin')}
        {hasCornerRadius(shape) && single('borderRadius')}
      </div>
      <fieldset className="shape-fields">
        <legend className="field-label">{t('shape_editor.repeat')}</legend>
        {single('repeatCount')}
        <div className="field-grid">
          {single('repeatXOffset')}
          {single('repeatYOffset')}
        </div>
        {single('repeat2Count')}
        <div className="field-grid">
          {single('repeat2XOffset')}
          {single('repeat2YOffset')}
        </div>
      </fieldset>
    </SidePanel>
  );
}

function BoxFields({ component, size, disabled, onChange }: ShapePanelProps) {
  const say = useComponentWords();
  // A box that nobody has drawn is the whole picture.
  const box = componentBox(component, size);
  return (
    <fieldset className="shape-fields">
      <legend className="field-label">{say('boundingBox.label')}</legend>
      <div className="field-grid">
        {(['top', 'left', 'bottom', 'right'] as const).map((edge) => (
          <ParameterField
            key={edge}
            operation="draw-shapes"
            name={`components.boundingBox.${edge}`}
            field={shapeComponent.boundingBox.fields[edge]}
            value={box[edge]}
            max={edge === 'top' || edge === 'bottom' ? size.height : size.width}
            disabled={disabled}
            onChange={(value: number) =>
              onChange({ ...component, boundingBox: normalizeBox({ ...box, [edge]: value }) }, `boundingBox.${edge}`)
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function PointFields({ component, size, disabled, onChange }: ShapePanelProps) {
  const say = useComponentWords();
  return (['startPoint', 'endPoint'] as const).map((point) => (
    <fieldset className="shape-fields" key={point}>
      <legend className="field-label">{say(`${point}.label`)}</legend>
      <div className="field-grid">
        {(['x', 'y'] as const).map((axis) => (
          <ParameterField
            key={axis}
            operation="draw-shapes"
            name={`components.${point}.${axis}`}
            field={shapeComponent[point].fields[axis]}
            value={component[point][axis]}
            max={axis === 'x' ? size.width : size.height}
            disabled={disabled}
            onChange={(value: number) =>
              onChange({ ...component, [point]: { ...component[point], [axis]: value } }, `${point}.${axis}`)
            }
          />
        ))}
      </div>
    </fieldset>
  ));
}

function ImagePicker({ component, disabled, onChange }: Omit<ShapePanelProps, 'size'>) {
  const { t } = useTranslation();
  const say = useComponentWords();
  const image = useShapeImages(({ images }) => imageOf(images, component.shapeImageKey));
  const choose = async (file: File) => {
    if (!isAccepted(file)) return showError(new FudebakoError('imageType'));
    const key = await addShapeImage(file);
    if (key) onChange({ ...component, shapeImageKey: key }, 'shapeImageKey');
  };
  return (
    <fieldset className="shape-fields">
      <legend className="field-label">{say('shapeImageKey')}</legend>
      <div className="upload-row">
        <FileButton
          accept={ACCEPTED_PICTURES}
          onFile={(file) => void choose(file)}
          icon={ImagePlus}
          disabled={disabled}
        >
          {t('shape_editor.chooseImage')}
        </FileButton>
        <span className="upload-name" title={image?.name}>
          {image?.name ?? t('common.noFileSelected')}
        </span>
      </div>
    </fieldset>
  );
}
