import { TextDecoder } from '@exodus/bytes/encoding-browser.js';
import { detectText, isDamagedUtf8, type TextEncoding } from './detect-encoding.ts';
import { FudebakoError } from './errors.ts';

export interface TextPiecesOptions {
  /** Encoding that the user has named; by default, the detected encoding. */
  readonly encoding?: TextEncoding | undefined;
  /** Receives a detected encoding that is not certain. Without this function, the text is refused. */
  readonly onUncertain?: ((encoding: TextEncoding) => void) | undefined;
}

/** Number of bytes from the first character outside ASCII in which the encoding is detected. */
const DETECTED_BYTES = 65_536;

/** Decodes a text of unknown encoding that arrives in pieces. Never returns U+FFFD for bytes that can't be decoded. */
export class TextPieces {
  readonly #options: TextPiecesOptions;
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  /** Bytes from the first piece outside ASCII, until there are enough to detect the encoding. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(options: TextPiecesOptions = {}) {
    this.#options = options;
    if (options.encoding) this.#decoder = new TextDecoder(options.encoding, { fatal: true });
  }

  /** Returns the text that is complete so far. Throws FudebakoError `textEncoding`. */
  write(bytes: Uint8Array): string {
    if (this.#decoder) return this.#decode(bytes, true);
    if (this.#waitingBytes === 0 && isPlainAscii(bytes)) return new TextDecoder('utf-8').decode(bytes);
    this.#waiting.push(bytes.slice());
    this.#waitingBytes += bytes.length;
    return this.#waitingBytes < DETECTED_BYTES ? '' : this.#detect(true);
  }

  /** Returns the rest of the text. Throws FudebakoError `textEncoding`. */
  end(): string {
    if (this.#decoder) return this.#decode(new Uint8Array(0), false);
    return this.#waitingBytes === 0 ? '' : this.#detect(false);
  }

  #detect(isCut: boolean): string {
    const bytes = new Uint8Array(this.#waitingBytes);
    let at = 0;
    for (const piece of this.#waiting.splice(0)) {
      bytes.set(piece, at);
      at += piece.length;
    }
    const found = detectText(bytes, isCut);
    if (!found)
      throw new FudebakoError('textEncoding', { reason: isDamagedUtf8(bytes) ? 'encodingDamaged' : 'encodingUnknown' });
    if (!found.isCertain) {
      if (!this.#options.onUncertain) throw new FudebakoError('textEncoding', { reason: 'encodingUncertain' });
      this.#options.onUncertain(found.encoding);
    }
    this.#decoder = new TextDecoder(found.encoding, { fatal: true });
    return this.#decode(bytes, isCut);
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder?.decode(bytes, { stream }) ?? '';
    } catch (cause) {
      throw new FudebakoError('textEncoding', { reason: 'encodingDamaged' }, { cause });
    }
  }
}

/** Decodes a whole text. Throws FudebakoError `textEncoding`. */
export function decodeWholeText(bytes: Uint8Array, options?: TextPiecesOptions): string {
  const pieces = new TextPieces(options);
  return pieces.write(bytes) + pieces.end();
}

/** False for bytes outside ASCII, NUL and escape characters, which tell the encoding of a text. */
const isPlainAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80 && byte !== 0 && byte !== 0x1b);
