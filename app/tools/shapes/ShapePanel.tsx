import { ImagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Box, normalizeBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { componentBox, withShape } from '#core/shapes/component-box.ts';
import { MAX_SHAPE_TEXT_LENGTH, type Shape, type ShapeComponent, shapeComponent } from '#core/shapes/settings.ts';
import { unsupportedFileError } from '../../intake/unsupported-file.ts';
import { showError } from '../../notices/error-queue.ts';
import { ACCEPTED_IMAGES, isAccepted } from '../../ui/accepted-images.ts';
import { insideImage, ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { useComponentWords } from './component-words.ts';
import { shapeDocument, useShapeDocument } from './drawn-shapes.ts';
import { addShapeImage, useShapeImage } from './shape-images.ts';
import { shapesTool } from './tool.ts';

interface ShapePanelProps {
  readonly component: ShapeComponent;
  readonly size: Size;
  readonly disabled: boolean;
  readonly onChange: (component: ShapeComponent, control: string) => void;
}

const ELSEWHERE = shapesTool.setElsewhere['draw-shapes.components'];

export function ShapePanel({ component, size, disabled, onChange }: ShapePanelProps) {
  const translate = useComponentWords();
  return (
    <SidePanel tool="shape_editor">
      <ParameterFields
        operation="draw-shapes"
        within="components"
        fields={shapeComponent}
        // Until the visitor draws a box, the fields show a box as large as the image.
        values={{ ...component, boundingBox: componentBox(component, size) }}
        onChange={(name, value, control) => onChange(changed(component, name, value, size), control)}
        maxOf={insideImage(size)}
        elsewhere={ELSEWHERE}
        custom={{
          shapeImageKey: <ImagePicker {...{ component, disabled }} />,
          text: (
            <TextAreaField
              label={translate('text')}
              value={component.text}
              rows={2}
              onChange={(text) => onChange(withText(component, text), 'text')}
              onDraft={(text) => shapeDocument.showDraft(text === undefined ? undefined : withText(component, text))}
            />
          ),
        }}
        disabled={disabled}
      />
    </SidePanel>
  );
}

const withText = (component: ShapeComponent, text: string): ShapeComponent => ({
  ...component,
  text: text.slice(0, MAX_SHAPE_TEXT_LENGTH),
});

function changed(component: ShapeComponent, name: string, value: unknown, size: Size): ShapeComponent {
  if (name === 'shape') return withShape(component, value as Shape, size);
  return { ...component, [name]: name === 'boundingBox' ? normalizeBox(value as Box) : value };
}

function ImagePicker({ component, disabled }: Pick<ShapePanelProps, 'component' | 'disabled'>) {
  const { t } = useTranslation();
  const translate = useComponentWords();
  const image = useShapeImage(component.shapeImageKey);
  const choose = async (file: File) => {
    if (!isAccepted(file)) return showError(await unsupportedFileError(file), file);
    // The visitor may open another tab, or change the shape, while the image opens.
    await addShapeImage(file, useShapeDocument.getState().active);
  };
  return (
    <fieldset className="fields">
      <legend className="field-label">{translate('shapeImageKey')}</legend>
      <div className="upload-row">
        <FileButton accept={ACCEPTED_IMAGES} onFile={(file) => void choose(file)} icon={ImagePlus} disabled={disabled}>
          {t('shape_editor.chooseImage')}
        </FileButton>
        <span className="upload-name" title={image?.name}>
          {image?.name ?? t('common.noFileSelected')}
        </span>
      </div>
    </fieldset>
  );
}
