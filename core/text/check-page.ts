import { parseShadow } from './overrides.ts';
import { checkText, requireText } from './prepare.ts';

/** Checks texts and shadow of a page. Throws ParameterError, or FudebakoError as `requireText` does. */
export function checkPage({ text, author, shadow }: Readonly<Record<'text' | 'author' | 'shadow', string>>): void {
  parseShadow(shadow);
  requireText(text);
  checkText(author, 'author');
}
