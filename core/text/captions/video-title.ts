import { fontLibrary } from '../../fonts/library.ts';
import type { Size } from '../../geometry/point.ts';
import { defaultValues } from '../../parameters/parse.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { MovingSettings } from '../../video/moving/settings.ts';
import { placeWaveform } from '../../video/moving/waveform.ts';
import type { PlanOverlay } from '../../video/overlay/overlay.ts';
import type { VideoTiming } from '../../video/plan/durations.ts';
import { missingOf, type SetText, type TextScene, type Typesetter } from '../compose.ts';
import { warnOfMissing } from '../write.ts';
import { composeCaption, isPortrait, paintCaption } from './caption-scene.ts';
import { type CaptionStyle, captionStyleFields } from './caption-style.ts';
import { titleChanges } from './place-captions.ts';
import type { TitleSettings } from './title-settings.ts';

/** A title, and the waveform that it must not cover. */
export type PlacedTitle = TitleSettings & Pick<MovingSettings, 'waveform' | 'waveformSize' | 'waveformPlace'>;

/** Plans title and artist over all images of a video. They look like captions, at the upper edge. */
export const planTitle =
  (settings: PlacedTitle & VideoTiming, context: OperationContext): PlanOverlay =>
  async (video) => {
    const scene = await composeTitle(settings, video, { library: fontLibrary(context.platform.fonts), ownFonts: [] });
    warnOfMissing(missingOf(scene), context);
    return { changes: titleChanges(settings, video), draw: () => paintCaption(scene, video, context.platform) };
  };

/** Font sizes in percent of the frame's shorter side, and the distance between title and artist in em. */
const [TITLE_PCT, ARTIST_PCT, GAP_EM] = [6, 4, 0.35];

/** Distance from the upper edge in percent of the height. Apps for vertical videos cover this edge with texts and buttons. */
const TOP_PCT = { portrait: 15, other: 6 } as const;

/** Lays out a title and the artist below it, who is no larger. Each has at most two lines. */
export async function composeTitle(
  { title = '', artist = '', ...settings }: PlacedTitle,
  size: Size,
  typesetter: Typesetter,
): Promise<TextScene> {
  const top = titleTop(settings, size);
  const first = await composeLines(title, TITLE_PCT, top, size, typesetter);
  const { bounds, fontSizePx, lines } = first.layout;
  const below = lines.length === 0 ? top : bounds.top + bounds.height + GAP_EM * fontSizePx;
  const titlePct = (100 * fontSizePx) / Math.min(size.width, size.height);
  const artistPct = Math.min(ARTIST_PCT, Math.max(LEAST * TITLE_PCT, titlePct));
  const second = await composeLines(artist, artistPct, below, size, typesetter);
  return { texts: [first, second], watermark: false };
}

/** Returns the upper edge of a title in pixels. A waveform in the upper half is above the title. */
function titleTop({ waveform = 'none', waveformSize = 20, waveformPlace }: PlacedTitle, size: Size): number {
  const top = (size.height * (isPortrait(size) ? TOP_PCT.portrait : TOP_PCT.other)) / 100;
  if (waveform === 'none' || waveformPlace !== 'top') return top;
  const { y, height } = placeWaveform(size, waveform, waveformSize, waveformPlace);
  const below = y + height / 2 + (size.height * CLEARANCE_PCT) / 100;
  return below > size.height / 2 ? top : Math.max(top, below);
}

const CLEARANCE_PCT = 2;

const MAX_LINES = 2;
/** A longer text is set smaller down to this fraction of the font size, and then ends with an ellipsis. */
const [LEAST, STEP] = [0.5, 0.9];

async function composeLines(
  text: string,
  sizePct: number,
  top: number,
  size: Size,
  typesetter: Typesetter,
): Promise<SetText> {
  const style = defaultValues(captionStyleFields) as CaptionStyle;
  const look = { ...style, anchor: 'top', marginPct: (100 * top) / size.height, ruby: false } as const;
  const compose = async (shown: string, scale: number) =>
    (await composeCaption(shown, { ...look, sizePct: sizePct * scale }, size, typesetter)).texts[0] as SetText;
  const characters = [...text.replace(/[\r\n\t\v\f\u2028\u2029]/g, ' ').trim()];
  for (let scale = 1; scale >= LEAST; scale *= STEP) {
    const set = await compose(characters.join(''), scale);
    if (set.layout.lines.length <= MAX_LINES) return set;
  }
  for (let count = characters.length; ; ) {
    count = Math.floor(count * STEP);
    const set = await compose(`${characters.slice(0, count).join('').trimEnd()}…`, LEAST);
    if (count === 0 || set.layout.lines.length <= MAX_LINES) return set;
  }
}
