import { useTranslation } from 'react-i18next';
import { FudebakoError } from '#core/base/errors.ts';
import { errorReason, errorSentence } from '#core/locales/format.ts';
import { coreWords } from '../../locales/i18n.ts';

/** Words for common reasons why a file can't be read, by the code of the error or of its cause. */
const PLAIN = {
  wavChunkMissing: 'media:sound.damagedWav',
  mp3FrameMissing: 'media:sound.notAudio',
  inspectUnknown: 'media:sound.notAudio',
} as const;

interface AudioProblem {
  /** Short sentence for visitors. */
  readonly plain: string;
  /** Messages of the error and its cause. */
  readonly full: string;
}

/** Returns a function that describes why an audio file can't be read or converted. */
export function useAudioProblem(): (error: unknown) => AudioProblem {
  const { t } = useTranslation(['app', 'media']);
  return (error) => {
    const own = errorSentence(error, coreWords()) ?? t('failure.unknown');
    const full = [own, errorReason(error, coreWords())].filter(Boolean).join(' ');
    const key = plainKey(error);
    return { plain: key ? t(key) : full, full };
  };
}

function plainKey(error: unknown): (typeof PLAIN)[keyof typeof PLAIN] | undefined {
  if (!(error instanceof FudebakoError)) return undefined;
  return PLAIN[error.code as keyof typeof PLAIN] ?? plainKey(error.cause);
}
