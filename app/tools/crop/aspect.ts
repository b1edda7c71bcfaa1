import type { TFunction } from 'i18next';
import type { Size } from '#core/geometry/point.ts';
import { parseAspectRatio, turnAspectRatio } from '#core/image/aspect-ratio.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { COMMON_RATIOS } from '../../ui/fields/TypedRatio.tsx';

const CHOICES = ['free', 'original', 'originalTurned', 'custom', ...COMMON_RATIOS] as const;
type Choice = (typeof CHOICES)[number];

export const CHIPS = [
  'free',
  'original',
  '1:1',
  '4:5',
  '4:3',
  '3:2',
  '16:9',
  '9:16',
  'custom',
] as const satisfies readonly Choice[];

export const aspectLabels = (t: TFunction): Partial<Record<Choice, string>> => ({
  free: t('cropper.aspectFree'),
  original: t('cropper.aspectOriginal'),
  originalTurned: t('cropper.aspectOriginalTurned'),
  custom: t('cropper.aspectCustom'),
});

export interface AspectSettings {
  readonly aspect: Choice;
  readonly typed: string;
}

export const FREE: AspectSettings = { aspect: 'free', typed: '' };

const isChoice = (id: unknown): id is Choice => CHOICES.some((choice) => choice === id);

export function restoreAspect(stored: object): AspectSettings {
  const [aspect, typed] = [getOwnProperty(stored, 'aspect'), getOwnProperty(stored, 'typed')];
  return {
    aspect: isChoice(aspect) ? aspect : FREE.aspect,
    typed: typeof typed === 'string' && parseAspectRatio(typed) !== undefined ? typed : FREE.typed,
  };
}

/** Returns width ÷ height; undefined for a free ratio. */
export function aspectOf({ aspect, typed }: AspectSettings, size: Size | undefined): number | undefined {
  switch (aspect) {
    case 'free':
      return undefined;
    case 'original':
      return size && size.width / size.height;
    case 'originalTurned':
      return size && size.height / size.width;
    case 'custom':
      return parseAspectRatio(typed);
    default:
      return parseAspectRatio(aspect);
  }
}

export const aspectSettings = (ratio: string): AspectSettings =>
  isChoice(ratio) ? { aspect: ratio, typed: '' } : { aspect: 'custom', typed: ratio };

export function ratioOf({ aspect, typed }: AspectSettings): string | undefined {
  if (aspect === 'custom') return typed;
  return parseAspectRatio(aspect) === undefined ? undefined : aspect;
}

export function ratioText({ aspect }: AspectSettings, size: Size | undefined): string {
  if (!size) return '';
  if (aspect === 'original') return `${size.width}:${size.height}`;
  return aspect === 'originalTurned' ? `${size.height}:${size.width}` : '';
}

export function turned({ aspect, typed }: AspectSettings): AspectSettings {
  if (aspect === 'original' || aspect === 'originalTurned')
    return { aspect: aspect === 'original' ? 'originalTurned' : 'original', typed };
  if (aspect === 'custom') return { aspect, typed: turnAspectRatio(typed) };
  const other = turnAspectRatio(aspect);
  return { aspect: isChoice(other) ? other : aspect, typed };
}

/** Returns whether width and height differ in the ratio. */
export const canTurn = (settings: AspectSettings): boolean =>
  JSON.stringify(turned(settings)) !== JSON.stringify(settings);
