import { useTranslation } from 'react-i18next';
import type { Warning } from '#core/platform/context.ts';
import { Button } from '../../ui/Button.tsx';
import { maskScreen } from './mask-screen-work.ts';
import type { MaskTool } from './mask-tool-settings.ts';

interface MaskCoachProps {
  readonly active: MaskTool;
  /** True until the first selection or stroke on a photo. */
  readonly isUntouched: boolean;
  readonly onTool: (tool: MaskTool) => void;
}

/** The tool with which the visitor helps a subject that was hardly found. */
const HELPS = { little: 'keep', unclear: 'subject' } as const;

/** Says the next act on the photo: the first selection or stroke, or how to help a subject that was hardly found. */
export function MaskCoach({ active, isUntouched, onTool }: MaskCoachProps) {
  const { t } = useTranslation(['app', 'stage']);
  const doubt = useDoubt();
  const act = isUntouched ? actOf(active) : doubt;
  const help = isUntouched || !doubt || HELPS[doubt] === active ? undefined : HELPS[doubt];
  return (
    <div role="status">
      {act && (
        <div className="mask-coach">
          <p>{t(`stage:mask.coach.${act}`)}</p>
          {help && <Button onClick={() => onTool(help)}>{t(`stage:mask.${help}`)}</Button>}
        </div>
      )}
    </div>
  );
}

/** Returns why the last selection of a subject may be wrong; undefined without a doubt. */
export const useDoubt = (): keyof typeof HELPS | undefined =>
  maskScreen.pixels.use(({ foundLittle, warnings }) =>
    foundLittle ? 'little' : warnings.some(isUnclear) ? 'unclear' : undefined,
  );

export const isUnclear = ({ code }: Warning): boolean => code === 'subjectUnclear';

function actOf(tool: MaskTool) {
  if (tool === 'subject' || tool === 'wand' || tool === 'lasso') return tool;
  return tool === 'rect' || tool === 'ellipse' ? 'area' : 'pen';
}
