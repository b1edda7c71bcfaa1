import { cropShape } from '#core/operations/crop.ts';
import type { ValuesOf } from '#core/parameters/fields.ts';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { lengthsOf, type Selection } from './selection.ts';

export type Outline = ValuesOf<typeof cropShape>;

/** Returns the parameters of a crop that differ from those of a rectangle. */
export const outlineParams = ({ shape, cornerRadius }: Outline): Partial<Outline> => {
  if (shape === 'rect') return {};
  return shape === 'rounded' ? { shape, cornerRadius } : { shape };
};

/** Returns the CSS radius of the selection on the stage. */
export function cssRadius({ shape, cornerRadius }: Outline, selection: Selection, scale: number): string | number {
  if (shape === 'rect') return 0;
  const { width, height } = lengthsOf(selection);
  return shape === 'ellipse' ? '50%' : Math.min(cornerRadius, width / 2, height / 2) * scale;
}

interface ShapeFieldsProps {
  readonly outline: Outline;
  readonly onChange: (change: Partial<Outline>) => void;
  readonly disabled: boolean;
}

export function ShapeFields({ outline, onChange, disabled }: ShapeFieldsProps) {
  const translate = useDeclaredWords();
  return (
    <ParameterFields
      operation="crop"
      fields={cropShape}
      values={outline}
      onChange={(name, value) => onChange({ [name]: value })}
      disabled={disabled}
      custom={{
        shape: (
          <ChoiceRow
            label={translate('parameters.crop.shape')}
            options={cropShape.shape.options.map((id) => ({ id, label: translate(`choices.crop.shape.${id}`) }))}
            value={outline.shape}
            onChange={(shape) => onChange({ shape })}
            disabled={disabled}
          />
        ),
      }}
    />
  );
}
