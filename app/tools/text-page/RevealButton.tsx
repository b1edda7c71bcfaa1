import { Play, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { useOfferActions } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { useRoomyStage } from '../../ui/large-screen.ts';
import { findTextPageProblem, useTextPage } from './drawn-texts.ts';
import type { TextPageKind } from './text-page-kind.ts';

interface RevealButtonProps {
  readonly kind: TextPageKind;
  readonly plays: boolean;
  readonly setPlays: (plays: boolean) => void;
}

export function RevealButton({ kind, plays, setPlays }: RevealButtonProps) {
  const { t } = useTranslation();
  const hasRoom = useRoomyStage();
  const problem = findTextPageProblem(useTextPage(kind));
  const disabled = problem !== undefined;
  const reason = problem && t(`core:errors.${problem}`, { max: MAX_TEXT_LENGTH });
  const label = plays ? t('common.stopAnimation') : t('common.playAnimation');
  const run = () => setPlays(!plays);
  useOfferActions([{ id: 'play-animation', label, run, disabled, reason }]);
  return (
    <Button look="quiet" icon={plays ? Square : Play} iconOnly={!hasRoom} onClick={run} disabled={disabled}>
      {label}
    </Button>
  );
}
