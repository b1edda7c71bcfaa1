import type { DecodedText, TextEncoding } from '#core/base/detect-encoding.ts';
import { CancelledError } from '#core/base/errors.ts';

/** Number of bytes from the first character outside ASCII in which the encoding is detected. */
const DETECTED_BYTES = 65_536;

/**
 * Returns the encoding of a text file; `undefined` for ASCII and for files that are no text. Asks the visitor if the
 * encoding is uncertain. Throws CancelledError if the visitor closes the question.
 */
export async function encodingOf(file: File): Promise<TextEncoding | undefined> {
  const { likelyTexts } = await import('#core/base/detect-encoding.ts');
  const start = await startOutsideAscii(file);
  const bytes = new Uint8Array(await file.slice(start, start + DETECTED_BYTES).arrayBuffer());
  // The part, or the file, may end within a character.
  const texts = likelyTexts(bytes, true);
  const [best] = texts;
  if (!best || best.isCertain || texts.length === 1) return best?.encoding;
  const encoding = await ask(file.name, texts);
  if (!encoding) throw new CancelledError();
  return encoding;
}

async function startOutsideAscii(file: File): Promise<number> {
  const pieces = file.stream().getReader();
  try {
    let start = 0;
    for (let next = await pieces.read(); !next.done; next = await pieces.read()) {
      const found = next.value.findIndex((byte) => byte >= 0x80 || byte === 0 || byte === 0x1b);
      // Starts at the line, so that the visitor sees the text around the first character outside ASCII. A zero is a half
      // of a character in UTF-16, so its part starts at an even byte.
      if (found >= 0)
        return next.value[found] === 0 ? (start + found) & ~1 : start + next.value.lastIndexOf(10, found) + 1;
      start += next.value.length;
    }
    return 0;
  } finally {
    await pieces.cancel();
  }
}

async function ask(name: string, texts: readonly DecodedText[]): Promise<TextEncoding | undefined> {
  const { showEncodings } = await import('./EncodingDialog.tsx');
  return showEncodings(name, texts);
}
