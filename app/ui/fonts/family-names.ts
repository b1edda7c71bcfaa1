import { useTranslation } from 'react-i18next';
import { findFamily } from '#core/fonts/catalogue.ts';
import { familyLabel, useOwnFonts } from './own-fonts.ts';

/** Japanese names of Japanese font families. The first name is the label; the others are search terms. */
const japaneseNames: Readonly<Record<string, readonly [label: string, ...others: string[]]>> = {
  'BIZ UDMincho': ['BIZ UD明朝', 'ユーディー'],
  'Dela Gothic One': ['デラゴシック'],
  'Hina Mincho': ['ひな明朝', '雛明朝'],
  'Klee One': ['クレー One', '硬筆'],
  'Noto Sans JP': ['Noto Sans JP', '源ノ角ゴシック', 'ノト'],
  'Noto Serif JP': ['Noto Serif JP', '源ノ明朝', 'ノト'],
  'Shippori Mincho': ['しっぽり明朝'],
  Yomogi: ['よもぎフォント', 'ヨモギ'],
  'Yuji Syuku': ['佑字 肅', 'ゆうじ 粛', '毛筆'],
  'Yusei Magic': ['油性マジック', 'ゆせい', 'マーカー'],
  'Zen Kaku Gothic New': ['ZEN角ゴシック NEW', 'ゼン角ゴシック'],
  'Zen Maru Gothic': ['ZEN丸ゴシック', 'ゼン丸ゴシック', '丸ゴシック体'],
};

export function labelOf(family: string, language: string): string {
  return (language === 'ja' && japaneseNames[family]?.[0]) || familyLabel(family, language);
}

export function otherLabelOf(family: string, language: string): string | undefined {
  const other = labelOf(family, language === 'ja' ? 'en' : 'ja');
  return other === labelOf(family, language) ? undefined : other;
}

export const namesOf = (family: string): readonly string[] => [family, ...(japaneseNames[family] ?? [])];

const byLabel = new Map(Object.entries(japaneseNames).map(([family, [label]]) => [label, family]));

export const familyByLabel = (label: string) => findFamily(byLabel.get(label) ?? label);

export function useFamilyLabel(): (family: string) => string {
  const { i18n } = useTranslation();
  useOwnFonts((state) => state.fonts);
  return (family) => labelOf(family, i18n.language);
}
