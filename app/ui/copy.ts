import { FudebakoError } from '#core/base/errors.ts';
import { i18n } from '../locales/i18n.ts';
import { announce } from '../notices/announce.ts';
import { showError } from '../notices/error-queue.ts';

/** @throws FudebakoError `clipboardRead` if the browser denies clipboard access */
export async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText();
  } catch (cause) {
    throw new FudebakoError('clipboardRead', {}, { cause });
  }
}

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
