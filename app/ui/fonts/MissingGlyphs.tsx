import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { findFamily } from '#core/fonts/catalogue.ts';
import type { MissingGlyphs as Missing } from '#core/text/item.ts';
import type { TextReport } from '../../workers/text-painter-client.ts';
import { Button } from '../Button.tsx';
import { useFamilyLabel } from './family-names.ts';

interface MissingGlyphsProps {
  readonly reports: readonly TextReport[];
  readonly onUse: (index: number, family: string) => void;
  readonly nameOf?: (index: number) => string;
}

export function MissingGlyphs({ reports, onUse, nameOf }: MissingGlyphsProps) {
  const familyLabel = useFamilyLabel();
  const lacking = reports.flatMap(({ fontFamily, missing }, index) =>
    missing.map((each) => ({ index, fontFamily, missing: each })),
  );
  return (
    <div role="status" className="glyph-notices">
      {lacking.map(({ index, fontFamily, missing }) => (
        <Notice
          key={`${index} ${missing.family}`}
          name={nameOf?.(index)}
          font={familyLabel(fontFamily)}
          missing={missing}
          onUse={(family) => onUse(index, family)}
        />
      ))}
    </div>
  );
}

interface NoticeProps {
  readonly name: string | undefined;
  readonly font: string;
  readonly missing: Missing;
  readonly onUse: (family: string) => void;
}

function Notice({ name, font, missing: { characters, family }, onUse }: NoticeProps) {
  const { t } = useTranslation(['app', 'core', 'stage']);
  const familyLabel = useFamilyLabel();
  const shown = shorten(characters);
  return (
    <div className="glyph-notice">
      <TriangleAlert aria-hidden size={18} strokeWidth={1.75} />
      <p>
        {name && <strong>{name} </strong>}
        {family
          ? t('core:warnings.glyphsSubstituted', { font, characters: shown, family: familyLabel(family) })
          : t('core:warnings.glyphsMissing', { characters: shown })}
      </p>
      {family && findFamily(family) && (
        <Button size="small" onClick={() => onUse(family)}>
          {t('stage:fonts.use', { font: familyLabel(family) })}
        </Button>
      )}
    </div>
  );
}

const SHOWN_CHARACTERS = 24;

function shorten(characters: string): string {
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(characters);
  const all = Array.from(segments, ({ segment }) => segment);
  return all.length > SHOWN_CHARACTERS ? `${all.slice(0, SHOWN_CHARACTERS).join('')}…` : characters;
}
