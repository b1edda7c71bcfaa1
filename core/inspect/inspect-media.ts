import type { InputAudioTrack, InputTrack, InputVideoTrack } from 'mediabunny';
import { parseMp3Header } from '../audio/mp3/mp3-frames.ts';
import {
  type AudioSummary,
  isContainer,
  isWav,
  summarizeMp3,
  summarizeWav,
  tagsOfMediabunny,
} from '../audio/summary.ts';
import { ID3_HEADER_BYTES, id3Length } from '../audio/tags/id3-frames.ts';
import type { AttachedPicture, MediaTags } from '../audio/tags/tags.ts';
import { ascii } from '../base/bytes.ts';
import type { CancelSignal } from '../base/cancel-signal.ts';
import type { TextEncoding } from '../base/detect-encoding.ts';
import { FudebakoError } from '../base/errors.ts';
import { extensionOf, type SourceFile } from '../base/files.ts';
import { readingError } from '../base/internal-failure.ts';
import { readFlacInfo } from '../container-guard/flac-info.ts';
import { trackDuration } from '../container-guard/media-duration.ts';
import { lastGranule, listOggStreams } from '../container-guard/ogg.ts';
import { openMedia } from '../container-guard/open-media.ts';
import { readImageHeader } from '../image/formats/registry.ts';
import type { Data } from '../operation.ts';

const FRAME_RATE_PACKETS = 300;

/** Describes an audio or video file: type, duration, tracks, tags and covers. Throws FudebakoError `inspectUnknown`. */
export async function inspectMedia(file: SourceFile, signal?: CancelSignal, named?: TextEncoding): Promise<Data> {
  try {
    if (await isWav(file)) return describeAudioFile(file, 'wav', await summarizeWav(file, signal, named));
    if (await isContainer(file)) return await inspectContainer(file);
    // MP3 has no signature: files without a known header count as MP3 only by file extension.
    if (!(await startsAsMp3(file)) && extensionOf(file.name) !== 'mp3') throw new FudebakoError('inspectUnknown');
    return describeAudioFile(file, 'mp3', await summarizeMp3(file, signal, named));
  } catch (error) {
    throw readingError(error, 'inspectUnknown', { reason: 'damaged' });
  }
}

async function startsAsMp3(file: SourceFile): Promise<boolean> {
  const head = await file.read(0, ID3_HEADER_BYTES);
  return id3Length(head) > 0 || parseMp3Header(head) !== undefined;
}

function describeAudioFile(file: SourceFile, format: string, { tags, ...summary }: AudioSummary): Data {
  return { kind: 'audio', format, bytes: file.size, ...summary, ...describeTags(tags) };
}

async function inspectContainer(file: SourceFile): Promise<Data> {
  const { input, progress, close } = await openMedia(file);
  try {
    const format = await input.getFormat();
    const tracks = await input.getTracks();
    if (tracks.length === 0) return await inspectOtherOgg(file);
    const described = [];
    for (const track of tracks) {
      progress();
      described.push(await describeTrack(track, file));
    }
    const image = described.find((track) => track.type === 'video');
    const audio = described.find((track) => track.type === 'audio');
    return {
      kind: image ? 'video' : 'audio',
      format: format.name,
      bytes: file.size,
      mimeType: await input.getMimeType(),
      durationSec: longest(described),
      ...(image && { width: image.width, height: image.height, frameRate: image.frameRate }),
      ...(audio && { sampleRate: audio.sampleRate, channels: audio.channels }),
      tracks: described,
      ...describeTags(tagsOfMediabunny(await input.getMetadataTags())),
    };
  } finally {
    close();
  }
}

const longest = (tracks: readonly Data[]): number | null => {
  const durations = tracks.map(({ durationSec }) => durationSec).filter((duration) => typeof duration === 'number');
  return durations.length > 0 ? Math.max(...durations) : null;
};

/** Signatures of Ogg codecs that mediabunny does not support. */
const OTHER_OGG = [
  ['\x7fFLAC', 'FLAC'],
  ['\x80theora', 'Theora'],
  ['Speex   ', 'Speex'],
  ['OVP80', 'VP8'],
  ['BBCD\0', 'Dirac'],
] as const;

/** Bytes before the content of `STREAMINFO` in the first Ogg page of a FLAC stream. */
const OGG_FLAC_HEAD = 17;

/** Describes an Ogg file with FLAC. Throws FudebakoError `inspectUnknown` with the codec's name for other codecs. */
async function inspectOtherOgg(file: SourceFile): Promise<Data> {
  const streams = (await listOggStreams(file)).flatMap((stream) => {
    const codec = OTHER_OGG.find(([magic]) => ascii(stream.head, 0, magic.length) === magic)?.[1];
    return codec ? [{ ...stream, codec }] : [];
  });
  const flac = streams.find(({ codec }) => codec === 'FLAC');
  const info = flac && readFlacInfo(flac.head.subarray(OGG_FLAC_HEAD));
  if (!info) {
    const [stream] = streams;
    throw new FudebakoError('inspectUnknown', stream ? { reason: `Ogg (${stream.codec})` } : {});
  }
  const { sampleRate, channels } = info;
  const samples = info.samples || (await lastGranule(file, flac.serial));
  const durationSec = samples === undefined ? null : samples / sampleRate;
  return {
    kind: 'audio',
    format: 'Ogg',
    bytes: file.size,
    mimeType: 'audio/ogg; codecs="flac"',
    durationSec,
    sampleRate,
    channels,
    tracks: [{ type: 'audio', codec: 'flac', codecString: 'flac', durationSec, sampleRate, channels }],
  };
}

async function describeTrack(track: InputTrack, file: SourceFile): Promise<Data> {
  const language = await track.getLanguageCode();
  const common = {
    type: track.type,
    codec: await track.getCodec(),
    codecString: await track.getCodecParameterString(),
    durationSec: await trackDuration(track, file),
    ...(language === 'und' ? {} : { language }),
  };
  if (track.isVideoTrack()) return { ...common, ...(await describeImage(track)) };
  if (track.isAudioTrack()) return { ...common, ...(await describeAudio(track)) };
  return common;
}

/** Describes a video track. Width and height are values after rotation and pixel aspect ratio correction. */
async function describeImage(track: InputVideoTrack): Promise<Data> {
  const { averagePacketRate } = await track.computePacketStats(FRAME_RATE_PACKETS);
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    codedWidth: await track.getCodedWidth(),
    codedHeight: await track.getCodedHeight(),
    rotation: await track.getRotation(),
    frameRate: Math.round(averagePacketRate * 1000) / 1000,
  };
}

async function describeAudio(track: InputAudioTrack): Promise<Data> {
  return { sampleRate: await track.getSampleRate(), channels: await track.getNumberOfChannels() };
}

function describeTags({ images, raw: _, ...tags }: MediaTags): Data {
  return {
    ...(Object.keys(tags).length > 0 ? { tags } : {}),
    ...(images ? { pictures: images.map(describeAttached) } : {}),
  };
}

function describeAttached({ data, mimeType, kind, name, description }: AttachedPicture): Data {
  const header = readImageHeader(data);
  return {
    mimeType,
    kind,
    bytes: data.length,
    ...(header && { width: header.width, height: header.height }),
    ...(name && { name }),
    ...(description && { description }),
  };
}
