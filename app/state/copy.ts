import { FudebakoError } from '#core/base/errors.ts';
import { i18n } from '../locales/i18n.ts';
import { announce } from './announce.ts';
import { showError } from './errors.ts';

/** The clipboard's text. @throws what the browser says, also where it has no clipboard to be read */
export const readClipboard = async (): Promise<string> => navigator.clipboard.readText();

/**
 * Copies a text to the clipboard, and announces it.
 * @param kept announced instead of an error if the browser denies the clipboard, for a text that the page itself can paste
 */
export async function copyText(text: string, kept?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(i18n.t('common.copied'));
  } catch (error) {
    if (kept) announce(kept);
    else showError(new FudebakoError('settingsCopy', {}, { cause: error }));
  }
}
