import type { SourceFile } from '../../base/files.ts';
import { fontLibrary } from '../../fonts/library.ts';
import { readOwnFont } from '../../fonts/own.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { VideoExtras } from '../../video/make-video.ts';
import type { MovingSettings } from '../../video/moving/settings.ts';
import type { TrackCaption } from '../../video/mp4/caption-track.ts';
import type { OverlaidVideo, PlanOverlay } from '../../video/overlay/overlay.ts';
import { missingOf } from '../compose.ts';
import { readNotation, unmarked } from '../notation.ts';
import { warnOfMissing } from '../write.ts';
import { composeCaption, paintCaption } from './caption-scene.ts';
import type { CaptionParameters } from './caption-style.ts';
import type { Cue } from './captions.ts';
import { clearOfWaveform } from './clear-of-waveform.ts';
import { captionChanges, isOutside, placeCaptions } from './place-captions.ts';
import { readCaptionFile } from './read-captions.ts';
import { vttCue } from './write-captions.ts';

export interface CaptionFiles {
  readonly captions: SourceFile;
  readonly fonts?: readonly SourceFile[] | undefined;
}

/**
 * Reads captions for a video: burned into the frames, as a text track, or both. Their times are times of the audio
 * file. Warns about captions outside the played audio (`captionsOutside`), and as `readCaptionFile`.
 * @throws FudebakoError `captionsRead`, `captionsTooMany`, `fontUnknown`, `fontType`, `fontLoad`
 */
export async function videoCaptions(
  { captions, fonts = [] }: CaptionFiles,
  { captionsAs, captionStyle, ...moving }: CaptionParameters & MovingSettings,
  context: OperationContext,
): Promise<VideoExtras> {
  const cues = await readCaptionFile(captions, context, { ruby: captionStyle.ruby });
  const ownFonts = await Promise.all(fonts.map(readOwnFont));
  const library = fontLibrary(context.platform.fonts);
  await library.openOwnFonts(ownFonts);
  const reported = new Set<string>();
  let placed: readonly Cue[] | undefined;
  const place = (video: OverlaidVideo) => {
    if (!placed) warnOfOutside(cues, video, context);
    placed ??= placeCaptions(cues, video);
    return placed;
  };
  const planOverlay: PlanOverlay = async (video) => {
    const shown = place(video);
    const style = clearOfWaveform(captionStyle, moving, video);
    const compose = (text: string) => composeCaption(text, style, video, { library, ownFonts });
    // Finds a missing font before the encoding begins.
    if (shown[0]) await compose(shown[0].text);
    const draw = async (text: string) => {
      const scene = await compose(text);
      const missing = missingOf(scene).filter((each) => !reported.has(JSON.stringify(each)));
      for (const each of missing) reported.add(JSON.stringify(each));
      warnOfMissing(missing, context);
      return paintCaption(scene, video, context.platform);
    };
    return { changes: captionChanges(shown), draw };
  };
  const captionTrack = (video: OverlaidVideo): readonly TrackCaption[] =>
    place(video).map(({ start, end, text }) => {
      const plain = (captionStyle.ruby ? readNotation(text) : unmarked(text)).text;
      return { startSec: start, webVtt: vttCue({ start, end, text: plain }) };
    });
  return {
    overlays: captionsAs === 'track' ? [] : [planOverlay],
    ...(captionsAs !== 'burned' && { captionTrack }),
  };
}

function warnOfOutside(cues: readonly Cue[], { played }: OverlaidVideo, { onWarning }: OperationContext): void {
  const outside = cues.filter((cue) => isOutside(cue, played));
  if (outside.length > 0) onWarning?.({ code: 'captionsOutside', data: { count: outside.length, total: cues.length } });
}
