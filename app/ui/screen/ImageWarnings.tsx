import { Film, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Warning } from '#core/platform/context.ts';
import { useDeclaredWords } from '../fields/declared-words.ts';
import { SwitchField } from '../fields/SwitchField.tsx';

export interface AnimationNote {
  readonly name: string;
  readonly frames: number;
  readonly seconds: number;
  /** False if any step uses only the first frame of the animation. */
  readonly isKept: boolean;
  readonly firstFrame: boolean;
  readonly setFirstFrame: (firstFrame: boolean) => void;
}

interface ImageWarningsProps {
  readonly warnings: readonly Warning[];
  readonly animation?: AnimationNote | undefined;
}

export function ImageWarnings({ warnings, animation }: ImageWarningsProps) {
  const { t } = useTranslation();
  const list = (
    <div role="status" className="image-warnings">
      {warnings.map(({ code, data }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two images can have the same name and warning
        <p key={index}>
          <TriangleAlert aria-hidden size={16} strokeWidth={1.75} />
          <span>
            <strong>{data.name}</strong> {t(`core:warnings.${code}`, data)}
          </span>
        </p>
      ))}
    </div>
  );
  return (
    <>
      {list}
      {animation && <AnimationLine animation={animation} />}
    </>
  );
}

function AnimationLine({ animation }: { readonly animation: AnimationNote }) {
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  const { name, frames, seconds, isKept, firstFrame, setFirstFrame } = animation;
  return (
    <div className="image-warnings animation-line">
      <Film aria-hidden size={16} strokeWidth={1.75} />
      <span role="status">
        <strong>{name}</strong>{' '}
        {t(isKept ? 'stage:animation.open' : 'stage:animation.dropped', {
          frames,
          seconds: Math.round(seconds * 10) / 10,
        })}
      </span>
      {isKept && (
        <SwitchField label={translate('parameters.convert.firstFrame')} value={firstFrame} onChange={setFirstFrame} />
      )}
    </div>
  );
}
