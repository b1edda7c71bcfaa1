import { useTranslation } from 'react-i18next';
import { maskScreen } from './mask-screen-work.ts';
import type { MaskTool } from './mask-tool-settings.ts';

interface MaskCoachProps {
  readonly active: MaskTool;
  /** True until the first selection or stroke on a photo. */
  readonly isUntouched: boolean;
}

/** Says the next act on the photo: the first selection or stroke, or how to help a subject that was hardly found. */
export function MaskCoach({ active, isUntouched }: MaskCoachProps) {
  const { t } = useTranslation(['app', 'stage']);
  const foundLittle = maskScreen.pixels.use((pixels) => pixels.foundLittle);
  const act = isUntouched ? actOf(active) : foundLittle ? 'little' : undefined;
  return <div role="status">{act && <p className="mask-coach">{t(`stage:mask.coach.${act}`)}</p>}</div>;
}

function actOf(tool: MaskTool) {
  if (tool === 'subject' || tool === 'wand' || tool === 'lasso') return tool;
  return tool === 'rect' || tool === 'ellipse' ? 'area' : 'pen';
}
