import { topBoxes } from './boxes.ts';
import { decodeWarnings, probe, probePackets, withFile } from './ffmpeg.ts';

/** Returns the properties of a video that FFmpeg and the file's boxes state, to be compared with `playsEverywhere`. */
export function videoFacts(bytes: Uint8Array) {
  const boxes = topBoxes(bytes);
  return withFile(bytes, (path) => {
    const { streams, format } = probe(path);
    const [video, audio] = ['video', 'audio'].map((type) => streams.find(({ codec_type }) => codec_type === type));
    const packets = probePackets(path, 'v');
    const fps = Number(video?.r_frame_rate?.split('/')[0]);
    const isInPlace = ({ pts_time, dts_time }: (typeof packets)[number], index: number) =>
      pts_time === dts_time && Math.abs(Number(pts_time) - index / fps) < 1e-4;
    return {
      boxes: boxes.filter((name) => ['ftyp', 'moov', 'mdat'].includes(name)),
      codec: video?.codec_name,
      hasUsualProfile: ['High', 'Main'].includes(video?.profile ?? ''),
      pixels: [video?.pix_fmt, video?.color_space, video?.color_range],
      rates: [video?.r_frame_rate, video?.avg_frame_rate],
      frames: Number(video?.nb_frames),
      outOfPlace: packets.flatMap((packet, index) => (isInPlace(packet, index) ? [] : [index])),
      keys: packets.flatMap(({ flags }, index) => (flags.startsWith('K') ? [index] : [])),
      audio: audio && [audio.codec_name, audio.profile, audio.sample_rate, audio.channels],
      starts: streams.map(({ start_time }) => start_time),
      lastsFrames: Math.round(Number(format.duration) * fps),
      warnings: decodeWarnings(path),
    };
  });
}

/** Returns the properties that a video from any encoder must have to play everywhere and to seek well. */
export const playsEverywhere = (
  seconds: number,
  fps = 30,
  { isSilent = false }: { readonly isSilent?: boolean } = {},
): ReturnType<typeof videoFacts> => ({
  boxes: ['ftyp', 'moov', 'mdat'],
  codec: 'h264',
  hasUsualProfile: true,
  pixels: ['yuv420p', 'bt709', 'tv'],
  rates: [`${fps}/1`, `${fps}/1`],
  frames: seconds * fps,
  outOfPlace: [],
  keys: Array.from({ length: Math.ceil(seconds / 2) }, (_, group) => group * 2 * fps),
  audio: isSilent ? undefined : ['aac', 'LC', '44100', 2],
  starts: isSilent ? ['0.000000'] : ['0.000000', '0.000000'],
  lastsFrames: seconds * fps,
  warnings: '',
});
