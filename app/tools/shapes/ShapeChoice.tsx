import type { Size } from '#core/geometry/point.ts';
import { withShape } from '#core/shapes/component-box.ts';
import { shapeComponent } from '#core/shapes/settings.ts';
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { useComponentWords } from './component-words.ts';
import { shapeDocument, useShapeDocument } from './document.ts';

export function ShapeChoice({ size, disabled }: { readonly size: Size; readonly disabled: boolean }) {
  const translate = useComponentWords();
  const translateChoice = useDeclaredWords();
  const component = useShapeDocument(({ items, active }) => items[active]);
  if (!component) return null;
  return (
    <div className="bar-choice">
      <ChoiceField
        label={translate('shape')}
        hideLabel
        options={shapeComponent.shape.options.map((id) => ({
          id,
          label: translateChoice(`choices.draw-shapes.components.shape.${id}`),
        }))}
        value={component.shape}
        onChange={(next) => shapeDocument.changeActive(withShape(component, next, size), 'shape')}
        disabled={disabled}
      />
    </div>
  );
}
