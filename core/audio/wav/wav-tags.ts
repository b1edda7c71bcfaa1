import type { TextEncoding } from '../../base/detect-encoding.ts';
import type { SourceFile } from '../../base/files.ts';
import { MAX_TAG_BYTES, MAX_TAGS } from '../../base/limits.ts';
import { readId3 } from '../tags/id3.ts';
import { mergeTags } from '../tags/merge-tags.ts';
import type { SourceTags } from '../tags/tags.ts';
import { readRiffInfo } from './riff-info.ts';
import { readChunk, type WavFile } from './wav-reader.ts';

/** Reads the tags of a WAV: from the chunk `id3 `, and tags that this chunk lacks from the chunk `LIST INFO`. */
export async function readWavTags(
  file: SourceFile,
  { tagChunks, format }: WavFile,
  named?: TextEncoding,
): Promise<SourceTags> {
  let [id3, info]: [SourceTags, SourceTags] = [{}, {}];
  let bytesLeft = MAX_TAG_BYTES;
  for (const [index, chunk] of tagChunks.entries()) {
    if (chunk.size > bytesLeft || index >= MAX_TAGS) {
      id3 = mergeTags(id3, { dropped: [chunk.id.trim()] });
      continue;
    }
    bytesLeft -= chunk.size;
    const bytes = await readChunk(file, chunk);
    if (chunk.id === 'LIST') info = mergeTags(info, readRiffInfo(bytes, format.littleEndian, named));
    else id3 = mergeTags(id3, readId3(bytes, named));
  }
  return mergeTags(id3, info);
}
