import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultLanguage, languageNames, languages } from '#app/locales/languages.ts';
import { REVOKE_AFTER_MS } from '#app/platform/download.ts';
import { getStarted, quickStart, sidebarGroups } from '#app/shell/screens.ts';
import { screens } from '#app/tools/catalog.ts';
import { MAX_PREVIEW_HEIGHT, ZOOM } from '#app/ui/stage/stage-view.ts';
import { number } from '#core/parameters/fields.ts';
import type { AbsentFact, DeclaredFact, HeldFact } from './fact.ts';

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
  { of: '2, routes', is: screens.map(({ route }) => route as string).toSorted(), documented: ['format_converter', 'cropper', 'scaler', 'color_adjuster', 'blur_sharpen', 'shape_editor', 'mask_creator', 'layer', 'advanced_text_editor', 'horizontal_editor', 'editor', 'sound_to_video', 'sound_to_slide_show_video', 'video_playback', 'wav_to_mp3', 'mp3_to_wav', 'site_issues', 'privacy', 'contact'].toSorted() },
  { of: '2, sidebar: groups, their order and their screens, without /video_playback', is: sidebarGroups.map(({ group, screens }) => [group, screens.map(({ route }) => route)]), documented: [
    ['image', ['format_converter', 'cropper', 'scaler', 'color_adjuster', 'blur_sharpen', 'shape_editor', 'mask_creator', 'layer']],
    ['text', ['advanced_text_editor', 'horizontal_editor', 'editor']],
    ['video', ['sound_to_video', 'sound_to_slide_show_video']],
    ['sound', ['wav_to_mp3', 'mp3_to_wav']],
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

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: test titles with placeholders
// biome-ignore format: a line a fact
export const heldFacts: readonly HeldFact[] = [
  { of: '2, / redirects to /home', heldBy: 'e2e/shell.spec.ts › / redirects to /home', literals: ['/home'] },
  { of: '2, the sidebar’s width', heldBy: 'e2e/shell.spec.ts › the sidebar is 220 px wide and its groups are open', literals: ['220'] },
  { of: '2, the video player is not in the sidebar', heldBy: 'e2e/video-player.spec.ts › the player is on the home page and not in the sidebar', literals: ['/video_playback'] },
  { of: '2, Slideshow video: slots', heldBy: 'e2e/slideshow.spec.ts › the slideshow tool makes a slideshow in slot order with crossfades, repeating the images until the audio ends', literals: ['20'] },
  { of: '9, Video screens: AAC of 128 kbps, then 96', heldBy: 'tests/video/audio-packets.test.ts › fall back to 96 kbps and then to any codec, and cause an error if no codec is available', literals: ['128000', '96000'] },
  { of: '9, a video is named after its audio file', heldBy: 'e2e/sound-to-video.spec.ts › the video tool makes a video of audio and three images whose durations equal those of the summary and the scrubber', literals: ['song.mp4'] },
  { of: '2, any unknown path redirects to /editor', heldBy: 'e2e/shell.spec.ts › unknown addresses redirect to the vertical editor', literals: ['/editor'] },
  { of: '2, Video player: the percentage, 0% when muted', heldBy: 'e2e/video-player.spec.ts › the player plays the sample, seeks, steps, shows captions and remembers the volume', literals: ['42%', '0%'] },
  { of: '2, Audio: seconds with two decimals', heldBy: 'e2e/audio-converters.spec.ts › the audio converter converts WAV to MP3, and shows details, waveform and tags', literals: ['5.00 s'] },
  { of: '5, Audio output: the file name stays, with .mp3', heldBy: 'e2e/audio-converters.spec.ts › the audio converter converts WAV to MP3, and shows details, waveform and tags', literals: ['sample.mp3'] },
  { of: '5, Audio output: the file name stays, with .wav', heldBy: 'e2e/audio-converters.spec.ts › the audio converter converts MP3 to a WAV of the same length with a standard header', literals: ['sample.wav'] },
  { of: '9, file names of the shape editor', heldBy: 'e2e/shape-editor.spec.ts › the shape editor draws and moves a star, undoes, pastes the star into another tab, and downloads the image', literals: ['blank.with_text.png', 'blank.with_text.jpg'] },
  { of: '9, file name of a layer export', heldBy: 'e2e/layer.spec.ts › the layer tool blends an image over another through a mask in each blend mode', literals: ['layered.png'] },
  { of: '9, a mask is named after its base', heldBy: 'e2e/mask-creator.spec.ts › the mask creator turns a loaded image into a mask by luminance, and names the download after the base image', literals: ['_mask.png'] },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: test titles with placeholders

// biome-ignore format: a line a fact
export const absentFacts: readonly AbsentFact[] = [
  { of: '9, default canvas 1024×1024', because: 'A stage without an image shows no canvas; a blank background starts at 800 × 1200.' },
  { of: '3, stored images of sound to video are JPEG of quality 0.92', because: 'Stored images are the original files, so no quality or orientation is lost.' },
  { of: '9, Audio: WAV packets of 2048 sample frames', because: 'The WAV reader has no packets; mediabunny, which has packets, plays videos only.' },
  { of: '9, Audio: blob cache 8 MiB, at most 4 workers', because: 'The defaults of mediabunny apply.' },
  { of: '9, default Matroska timestamp scale 1,000,000', because: 'The default of mediabunny applies, which reads Matroska.' },
  { of: '9, undetermined language code', because: 'The default of mediabunny applies, which reads track languages; the player shows none.' },
];
