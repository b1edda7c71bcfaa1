import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultLanguage, languageNames, languages } from '#app/locales/languages.ts';
import { REVOKE_AFTER_MS } from '#app/platform/download.ts';
import { getStarted, quickStart, sidebarGroups } from '#app/shell/screens.ts';
import { screens } from '#app/tools/catalog.ts';
import { MAX_PREVIEW_HEIGHT, ZOOM } from '#app/ui/stage/stage-view.ts';
import { number } from '#core/parameters/fields.ts';
import type { DeclaredFact } from './fact.ts';

/** Returns the value of a property in a CSS rule. */
function styled(file: string, selector: string, property: string): string | undefined {
  const css = readFileSync(resolve(import.meta.dirname, '../../..', file), 'utf8');
  const rule = css.split('}').find((each) => each.includes(`${selector} {`) && each.includes(`${property}:`));
  return rule?.match(new RegExp(`\\s${property}: ([^;]+);`))?.[1];
}

const [red = 0, green = 0, blue = 0] = (styled('app/app.css', '', '--select')?.match(/[0-9a-f]{2}/gi) ?? []).map(
  (hex) => Number.parseInt(hex, 16),
);
const isDashed = styled('app/ui/stage/box-overlay.css', '.box-outline', 'stroke-dasharray') !== undefined;

// biome-ignore format: a line a fact
export const pageFacts: readonly DeclaredFact[] = [
  { of: '9, languages', is: languages, documented: ['en', 'ja'] },
  { of: '1, default language', is: defaultLanguage, documented: 'en' },
  { of: '1, labels of the language buttons', is: languageNames, documented: { en: 'English', ja: '日本語' } },
  { of: '2, routes', is: screens.map(({ route }) => route as string).toSorted(), documented: ['format_converter', 'cropper', 'scaler', 'color_adjuster', 'blur_sharpen', 'shape_editor', 'mask_creator', 'layer', 'advanced_text_editor', 'horizontal_editor', 'editor', 'sound_to_video', 'sound_to_slide_show_video', 'video_playback', 'wav_to_mp3', 'mp3_to_wav', 'audio_converter', 'site_issues', 'privacy', 'contact'].toSorted() },
  { of: '2, sidebar: groups, their order and their screens, without /video_playback', is: sidebarGroups.map(({ group, screens }) => [group, screens.map(({ route }) => route)]), documented: [
    ['image', ['format_converter', 'cropper', 'scaler', 'color_adjuster', 'blur_sharpen', 'shape_editor', 'mask_creator', 'layer']],
    ['text', ['advanced_text_editor', 'horizontal_editor', 'editor']],
    ['video', ['sound_to_video', 'sound_to_slide_show_video']],
    ['sound', ['wav_to_mp3', 'mp3_to_wav', 'audio_converter']],
    ['other', ['site_issues', 'privacy', 'contact']],
  ] },
  { of: '2, Home: Get Started', is: getStarted, documented: '/color_adjuster' },
  { of: '2, Home: Quick Start', is: quickStart, documented: ['scaler', 'cropper', 'color_adjuster', 'advanced_text_editor'] },
  { of: '9, zoom', is: ZOOM, documented: { min: 0.1, max: 5, step: 0.1 } },
  { of: '9, preview height', is: MAX_PREVIEW_HEIGHT, documented: 640 },
  { of: '7, downloads: the link is released after', is: REVOKE_AFTER_MS, documented: 1000 },
  { of: '5, Number fields: digits by default', is: number({}), documented: { integerDigits: 4, fractionDigits: 2 } },
  { of: '9, Mask: overlay opacity', is: styled('app/tools/mask/mask.css', '.mask-canvas', 'opacity'), documented: '0.5' },
  { of: '4, a box is dashed and green while it is drawn', is: [isDashed, green > 2 * red, green > 2 * blue], documented: [true, true, true] },
  { of: '2, Slideshow video: columns of slots', is: styled('app/tools/video-maker/video-maker.css', '.slot-grid', 'grid-template-columns'), documented: 'repeat(10, minmax(0, 1fr))' },
];
