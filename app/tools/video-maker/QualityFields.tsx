import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type VideoQuality, videoQualities, videoQualityIds } from '#core/video/plan/qualities.ts';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { FoldedSection } from '../../ui/fields/ParameterFields.tsx';

interface QualityFieldsProps {
  readonly quality: number;
  readonly onChange: (quality: number) => void;
  /** Field for any other quality. */
  readonly children: ReactNode;
}

/** Offers three qualities by name. No name is selected while the quality is another number. */
export function QualityFields({ quality, onChange, children }: QualityFieldsProps) {
  const { t } = useTranslation(['app', 'media']);
  const chosen = videoQualityIds.find((id) => videoQualities[id] === quality);
  return (
    <>
      <div className="field">
        <span aria-hidden className="field-label">
          {t('media:maker.quality.label')}
        </span>
        <ChoiceRow<VideoQuality | 'other'>
          label={t('media:maker.quality.label')}
          options={videoQualityIds.map((id) => ({ id, label: t(`media:maker.quality.${id}`) }))}
          value={chosen ?? 'other'}
          onChange={(id) => id !== 'other' && onChange(videoQualities[id])}
        />
      </div>
      <FoldedSection heading={t('media:maker.quality.number')} isChanged={chosen === undefined}>
        {children}
      </FoldedSection>
    </>
  );
}
