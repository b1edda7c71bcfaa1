import { Play, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MAX_TEXT_LENGTH } from '#core/text/prepare.ts';
import { useOfferActions } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { useRoomyStage } from '../../ui/large-screen.ts';
import { findTextPageProblem, useTextPage } from './drawn-texts.ts';
import { hideReveal, showReveal, useReveal } from './reveal.ts';
import type { TextPageKind } from './text-page-kind.ts';

export function RevealButton({ kind }: { readonly kind: TextPageKind }) {
  const { t } = useTranslation();
  const hasRoom = useRoomyStage();
  const isShown = useReveal(({ shown }) => shown !== undefined);
  const problem = findTextPageProblem(useTextPage(kind));
  const disabled = problem !== undefined;
  const reason = problem && t(`core:errors.${problem}`, { max: MAX_TEXT_LENGTH });
  const label = isShown ? t('common.stopAnimation') : t('common.playAnimation');
  const run = () => (isShown ? hideReveal() : showReveal({ fromSec: 0, plays: true, once: true }));
  useOfferActions([{ id: 'play-animation', label, run, disabled, reason }]);
  return (
    <Button look="quiet" icon={isShown ? Square : Play} iconOnly={!hasRoom} onClick={run} disabled={disabled}>
      {label}
    </Button>
  );
}
