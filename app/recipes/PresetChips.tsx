import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
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
  const chip = (label: string, run: () => void) => (
    <button key={label} type="button" className="choice" onClick={run} disabled={disabled}>
      {label}
    </button>
  );
  return (
    <div className="choices" role="group" aria-label={t('recipe:presets.title')}>
      {presets.slice(0, MAX_CHIPS).map((preset) => chip(preset.name, () => applyPreset(preset, navigate)))}
      {chip(t('recipe:menu.presets'), () => openDialog('presets'))}
    </div>
  );
}
