import { TextDecoder } from '@exodus/bytes/encoding-browser.js';
import { joinBytes } from './bytes.ts';
import { detectText, isDamagedUtf8, statedEncoding, type TextEncoding } from './detect-encoding.ts';
import { FudebakoError } from './errors.ts';

export interface TextPiecesOptions {
  /** Encoding that the user has named for texts whose bytes don't prove another; by default, the detected encoding. */
  readonly encoding?: TextEncoding | undefined;
  /** Receives a detected encoding that is not certain. */
  readonly onUncertain?: (encoding: TextEncoding) => void;
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
  }

  /** Returns the text that is complete so far. Throws FudebakoError `encodingUnknown`, `encodingDamaged`. */
  write(bytes: Uint8Array): string {
    if (this.#decoder) return this.#decode(bytes, true);
    if (this.#waitingBytes === 0 && isPlainAscii(bytes)) return new TextDecoder('utf-8').decode(bytes);
    this.#waiting.push(bytes.slice());
    this.#waitingBytes += bytes.length;
    return this.#waitingBytes < DETECTED_BYTES ? '' : this.#detect(true);
  }

  /** Returns the rest of the text. Throws FudebakoError `encodingUnknown`, `encodingDamaged`. */
  end(): string {
    if (this.#decoder) return this.#decode(new Uint8Array(0), false);
    return this.#waitingBytes === 0 ? '' : this.#detect(false);
  }

  #detect(isCut: boolean): string {
    const bytes = joinBytes(...this.#waiting.splice(0));
    this.#decoder = new TextDecoder(this.#encodingOf(bytes, isCut), { fatal: true });
    return this.#decode(bytes, isCut);
  }

  #encodingOf(bytes: Uint8Array, isCut: boolean): TextEncoding {
    const { encoding, onUncertain } = this.#options;
    if (encoding) return statedEncoding(bytes, isCut) ?? encoding;
    const found = detectText(bytes, isCut);
    if (!found) throw new FudebakoError(isDamagedUtf8(bytes) ? 'encodingDamaged' : 'encodingUnknown');
    if (!found.isCertain) onUncertain?.(found.encoding);
    return found.encoding;
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder?.decode(bytes, { stream }) ?? '';
    } catch (cause) {
      throw new FudebakoError('encodingDamaged', {}, { cause });
    }
  }
}

/** Decodes a whole text. Throws FudebakoError `encodingUnknown`, `encodingDamaged`. */
export function decodeWholeText(bytes: Uint8Array, options?: TextPiecesOptions): string {
  const pieces = new TextPieces(options);
  return pieces.write(bytes) + pieces.end();
}

/** False for bytes outside ASCII, NUL and escape characters, which tell the encoding of a text. */
const isPlainAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80 && byte !== 0 && byte !== 0x1b);
