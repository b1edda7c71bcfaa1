import { FudebakoError } from '#core/base/errors.ts';
import { announce } from './announce.ts';
import { showError } from './errors.ts';

/** The clipboard's text. @throws what the browser says, also where it has no clipboard to be read */
export const readClipboard = async (): Promise<string> => navigator.clipboard.readText();

/** Puts a text into the clipboard, and says that it is there or that it could not. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce('copied');
  } catch (error) {
    showError(new FudebakoError('settingsCopy', {}, { cause: error }));
  }
}
