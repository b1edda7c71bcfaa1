import { audioWarnings } from '../../audio/audio-warnings.ts';
import type { SourceTags } from '../../audio/tags/tags.ts';
import type { SourceFile } from '../../base/files.ts';
import { withFileName } from '../../base/with-file-name.ts';
import type { WrittenFile } from '../../operation.ts';
import type { OperationContext } from '../../platform/context.ts';
import { type AudioSource, openAudio } from '../audio/audio-source.ts';
import { joinPlanar } from '../audio/join-audio.ts';
import { type PlanarAudio, planarAudio, samplesAt } from '../audio/planar-audio.ts';
import { tagsOf } from './convert-audio.ts';
import type { AudioFileSettings } from './formats.ts';
import { outputOf, writeAudio } from './write-audio.ts';

/**
 * Joins any audio that `openAudio` opens, one file after another. The result has the sample rate and the tags of the
 * first file, and is stereo if any file is. Neighbors overlap by `crossfadeSec`.
 * @throws FudebakoError `videoSoundType`, `videoSoundDuration`, `audioTrackMissing`, `audioTooLarge`, `mp3Conversion`;
 * CancelledError
 */
export async function joinAudio(
  files: readonly SourceFile[],
  { crossfadeSec, ...settings }: AudioFileSettings & { readonly crossfadeSec: number },
  context: OperationContext,
): Promise<WrittenFile> {
  const faults = { truncated: false, damaged: false };
  const open = recentlyOpened(files, context);
  const formats: Pick<AudioSource, 'sampleRate' | 'sampleFrames' | 'format'>[] = [];
  let tags: SourceTags = {};
  for (const [index, file] of files.entries()) {
    const source = await open(index);
    const { sampleRate, sampleFrames, format } = source;
    formats.push({ sampleRate, sampleFrames, format });
    if (index === 0) tags = await tagsOf(file, source, context);
  }
  const [first] = formats as [(typeof formats)[0]];
  const most = Math.max(...formats.map(({ format }) => format.channels));
  const output = outputOf({ ...first, format: { ...first.format, channels: most } }, settings);
  const parts = formats.map(
    (format, index): PlanarAudio => ({
      ...output,
      samples: samplesAt(format, output.sampleRate),
      async read(from, to) {
        const source = await open(index);
        const channels = await planarAudio(source, output, context).read(from, to);
        faults.truncated ||= source.truncated;
        faults.damaged ||= source.damaged;
        return channels;
      },
    }),
  );
  const { isShortened, ...joined } = joinPlanar(parts as [PlanarAudio, ...PlanarAudio[]], crossfadeSec);
  if (isShortened) context.onWarning?.({ code: 'crossfadeShortened', data: {} });
  const written = await writeAudio(joined, settings, tags, context);
  return { ...written, warnings: [...audioWarnings(faults), ...(written.warnings ?? [])] };
}

/** Maximum open files: both of a crossfade, for each of two pieces that are encoded at once. */
const OPEN_FILES = 4;

/** Returns a function that opens a file by its index, unless it was opened recently. */
function recentlyOpened(
  files: readonly SourceFile[],
  context: OperationContext,
): (index: number) => Promise<AudioSource> {
  const opened = new Map<number, Promise<AudioSource>>();
  return (index) => {
    const file = files[index] as SourceFile;
    const source = opened.get(index) ?? withFileName(file, openAudio(file, context));
    // Moves the file to the end of the map, because the first file is closed.
    opened.delete(index);
    opened.set(index, source);
    const [oldest] = opened.keys();
    if (opened.size > OPEN_FILES && oldest !== undefined) opened.delete(oldest);
    return source;
  };
}
