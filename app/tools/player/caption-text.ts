/** Text encodings of captions, in the order of trial. Strict decoders come first and reject other encodings. */
const ENCODINGS = ['utf-8', 'shift_jis', 'windows-1252'] as const;

export function decodeText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  for (const encoding of ENCODINGS) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {}
  }
  return new TextDecoder().decode(bytes);
}

function markedEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}
