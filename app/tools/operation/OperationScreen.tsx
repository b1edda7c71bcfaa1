import { Check } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '#core/operations/index.ts';
import type { Parameters } from '#core/parameters/fields.ts';
import { defaultValues, parseParameters } from '#core/parameters/parse.ts';
import { ImageActions } from '../../image-tool/ImageActions.tsx';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import { EffectPreview } from '../../preview/EffectPreview.tsx';
import type { PreviewEffect } from '../../preview/effects.ts';
import { useRequestedSettings } from '../../recipes/requested-settings.ts';
import { useOperationSettings } from '../../storage/settings.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import type { ImageToolRoute } from '../catalog.ts';

type Values = Readonly<Record<string, unknown>>;

interface ImageOperation {
  readonly id: OperationId;
  readonly inputs: { readonly image: 'image' };
  readonly params: Parameters;
  readonly output: 'image';
}

interface OperationScreenProps {
  readonly route: ImageToolRoute;
  readonly operation: ImageOperation;
}

/** Builds a tool's screen from its operation's declaration. Default settings count as "nothing to apply". */
export function OperationScreen({ route, operation }: OperationScreenProps) {
  const { id, params: fields } = operation;
  const neutral = useMemo(() => defaultValues(fields) as Values, [fields]);
  const { t } = useTranslation();
  const tool = useImageTool(route, { batches: true });
  const { screen, state, ready } = tool;
  const [values, change] = useOperationSettings<Values>(route, fields);
  const step = useMemo(() => ({ operation: id, params: values }), [id, values]);
  const isNeutral = JSON.stringify(values) === JSON.stringify(neutral);
  const canApply = !isNeutral && fits(fields, values);
  const effect = useMemo(
    (): PreviewEffect | undefined => (canApply ? { kind: 'step', step } : undefined),
    [step, canApply],
  );
  const latest = useRef(values);
  latest.current = values;
  const commit = async () => {
    const done = await screen.apply(step);
    // Resets applied settings, so the preview doesn't apply them twice. Keeps settings typed during processing.
    const isApplied = (name: string) => JSON.stringify(latest.current[name]) === JSON.stringify(values[name]);
    if (done) change(Object.fromEntries(Object.entries(neutral).filter(([name]) => isApplied(name))));
    return done;
  };
  useRequestedSettings(route, ready ? change : undefined);
  const pending = ready && canApply ? { recipe: [...state.recipe, step], commit } : undefined;

  return (
    <ImageScreen
      tool={tool}
      batch={{ recipe: tool.recipeWith(pending) }}
      preview={effect && <EffectPreview screen={screen} steps={state.recipe} effect={effect} />}
      actions={
        <ImageActions tool={tool} verb={{ id: 'apply', label: t('common.apply'), icon: Check }} pending={pending} />
      }
      panel={
        <SidePanel tool={route}>
          <ParameterFields
            operation={id}
            fields={fields}
            values={values}
            onChange={(name, value) => change({ [name]: value })}
            disabled={!ready}
          />
        </SidePanel>
      }
    />
  );
}

/** Returns true if all values are valid. A required field without a default is invalid while empty. */
function fits(fields: Parameters, values: Values): boolean {
  try {
    parseParameters(fields, values);
    return true;
  } catch {
    return false;
  }
}
