import { Shrink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { trim } from '#core/operations/trim.ts';
import { parameters } from '#core/parameters/fields.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { useOperationSettings } from '../../storage/settings.ts';
import { type Action, useOfferActions } from '../../ui/actions.ts';
import { FoldedSection, ParameterFields } from '../../ui/fields/ParameterFields.tsx';

const { tolerance, margin } = trim.params;
const FIELDS = parameters({ tolerance, margin });

interface Trimming {
  readonly action: Action;
  readonly fields: React.ReactNode;
}

/** Returns the button that trims the image at once, and the fields for its settings. */
export function useTrimming(tool: string, run: (step: RecipeStep) => unknown, disabled: boolean): Trimming {
  const { t } = useTranslation(['app', 'core', 'stage']);
  const [values, set] = useOperationSettings<Readonly<Record<string, unknown>>>(tool, FIELDS);
  const label = t('core:operations.trim.name');
  const action = {
    id: trim.id,
    label,
    icon: Shrink,
    run: () => void run({ operation: trim.id, params: values }),
    disabled,
  };
  useOfferActions([action]);
  const isChanged = Object.entries(FIELDS).some(([name, field]) => values[name] !== field.default);
  const fields = (
    <FoldedSection heading={t('stage:trimSettings')} isChanged={isChanged}>
      <ParameterFields
        operation={trim.id}
        fields={FIELDS}
        values={values}
        disabled={disabled}
        onChange={(name, value) => set({ [name]: value })}
      />
    </FoldedSection>
  );
  return { action, fields };
}
