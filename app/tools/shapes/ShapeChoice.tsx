import { shapeComponent } from '#core/shapes/settings.ts';
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { useComponentWords } from './component-words.ts';
import { shapeDocument, useShapeDocument } from './document.ts';

export function ShapeChoice({ disabled }: { readonly disabled: boolean }) {
  const translate = useComponentWords();
  const translateChoice = useDeclaredWords();
  const shape = useShapeDocument(({ items, active }) => items[active]?.shape ?? 'none');
  return (
    <div className="bar-choice">
      <ChoiceField
        label={translate('shape')}
        hideLabel
        options={shapeComponent.shape.options.map((id) => ({
          id,
          label: translateChoice(`choices.draw-shapes.components.shape.${id}`),
        }))}
        value={shape}
        onChange={(next) => shapeDocument.patchActive({ shape: next }, 'shape')}
        disabled={disabled}
      />
    </div>
  );
}
