import { useTranslation } from 'react-i18next';
import { blurSharpen } from '#core/operations/blur-sharpen.ts';
import type { PreviewEffect } from '../../preview/effects.ts';
import { OperationScreen } from '../operation/OperationScreen.tsx';

const effectOf = ({ sharpness }: Readonly<Record<string, unknown>>): PreviewEffect => ({
  kind: 'sharpness',
  sharpness: Number(sharpness),
});

export function BlurSharpen() {
  const { t } = useTranslation();
  return (
    <OperationScreen
      route="blur_sharpen"
      operation={blurSharpen}
      effectOf={effectOf}
      note={<p className="panel-note">{t('blur_sharpen.hint')}</p>}
    />
  );
}
