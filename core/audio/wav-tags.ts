import type { SourceFile } from '../files.ts';
import { readId3 } from './id3.ts';
import { readRiffInfo } from './riff-info.ts';
import { type MediaTags, mergeTags } from './tags.ts';
import { readChunk, type WavFile } from './wav-reader.ts';

/** Past any real cover picture; what is larger is not read into memory. */
const MAX_TAG_BYTES = 64 * 1024 * 1024;

/** Tags of a WAV file: those of its `id3 ` chunk come first, `LIST INFO` fills them up. */
export async function readWavTags(file: SourceFile, { tagChunks, format }: WavFile): Promise<MediaTags> {
  let [id3, info]: MediaTags[] = [{}, {}];
  for (const chunk of tagChunks) {
    if (chunk.size > MAX_TAG_BYTES) continue;
    const bytes = await readChunk(file, chunk);
    if (chunk.id === 'LIST') info = mergeTags(info as MediaTags, readRiffInfo(bytes, format.littleEndian));
    else id3 = mergeTags(id3 as MediaTags, readId3(bytes));
  }
  return mergeTags(id3 as MediaTags, info as MediaTags);
}
