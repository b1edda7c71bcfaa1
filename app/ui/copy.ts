import { FudebakoError } from '#core/base/errors.ts';
import { i18n } from '../locales/i18n.ts';
import { announce } from '../notices/announce.ts';
import { showError } from '../notices/error-queue.ts';

export const readClipboard = async (): Promise<string> => navigator.clipboard.readText();

/** Copies text and announces success. If the browser denies clipboard access, announces `fallback` instead. */
export async function copyText(text: string, fallback?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(i18n.t('common.copied'));
  } catch (error) {
    if (fallback) announce(fallback);
    else showError(new FudebakoError('settingsCopy', {}, { cause: error }));
  }
}
