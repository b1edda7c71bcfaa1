import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { applyPreset } from './apply-recipe.ts';
import { usePresets } from './presets.ts';
import { openDialog } from './recipe-dialogs.ts';

/** Maximum number of chips, so that the presets don't push a tool's settings out of sight. */
const MAX_CHIPS = 8;

/** The newest presets, one press each, and a button for all presets. Empty while there are no presets. */
export default function PresetChips({ disabled }: { readonly disabled: boolean }) {
  const { t, ready } = useTranslation(['app', 'recipe']);
  const navigate = useNavigate();
  const presets = usePresets((state) => state.recipes);
  if (!ready || presets.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t('recipe:presets.title')}>
      {presets.slice(0, MAX_CHIPS).map((preset) => (
        <Button key={preset.name} size="small" onClick={() => applyPreset(preset, navigate)} disabled={disabled}>
          {preset.name}
        </Button>
      ))}
      <Button look="quiet" size="small" onClick={() => openDialog('presets')} disabled={disabled}>
        {t('recipe:menu.presets')}
      </Button>
    </div>
  );
}
