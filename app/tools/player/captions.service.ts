import { decodeForDisplay, decodeLeniently, type TextEncoding } from '#core/base/detect-encoding.ts';
import { type Cue, checkCaptionBytes, parseCaptions } from '#core/text/captions/captions.ts';
import { type EmbeddedCaptions, readEmbeddedCaptions } from '#core/text/captions/embedded.ts';
import { beat } from '../../platform/worker-signals.ts';
import { sourceFile } from '../../workers/files.ts';
import { serve } from '../../workers/serve.ts';

/** Parses captions in a worker, because parsing the largest files takes half a second. */
class CaptionReader {
  /** @throws FudebakoError `captionsRead`, `captionsTooMany` */
  async read(file: Blob, encoding: TextEncoding | undefined, ruby = false): Promise<readonly Cue[]> {
    checkCaptionBytes(file.size);
    const bytes = new Uint8Array(await file.arrayBuffer());
    beat();
    return parseCaptions(encoding ? decodeLeniently(bytes, encoding) : decodeForDisplay(bytes, true), { ruby });
  }

  /** @throws FudebakoError `captionsTooMany`, `fileGone` */
  async readEmbedded(file: Blob, language: string): Promise<EmbeddedCaptions | undefined> {
    return readEmbeddedCaptions(sourceFile(file, ''), language);
  }
}

export type CaptionReaderApi = CaptionReader;
serve(new CaptionReader());
