import { type Cue, checkCaptionBytes, parseCaptions } from '#app/tools/player/engine/captions.ts';
import { beat } from '../../platform/worker-signals.ts';
import { serve } from '../../workers/serve.ts';
import { decodeText } from './caption-text.ts';

/** Parses captions in a worker, because parsing the largest files takes half a second. */
class CaptionReader {
  /** @throws FudebakoError `captionsRead`, `captionsTooMany` */
  async read(file: Blob): Promise<readonly Cue[]> {
    checkCaptionBytes(file.size);
    const bytes = new Uint8Array(await file.arrayBuffer());
    beat();
    return parseCaptions(decodeText(bytes));
  }
}

export type CaptionReaderApi = CaptionReader;
serve(new CaptionReader());
