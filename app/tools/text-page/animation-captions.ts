import { defaultValues, restoreValues } from '#core/parameters/parse.ts';
import { type CaptionParameters, captionParameters } from '#core/text/captions/caption-style.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import { desk } from '../../desk/desk.ts';
import { showError } from '../../notices/error-queue.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { settingsOf } from '../../storage/settings-store.ts';
import { readCaptions } from '../player/captions-client.ts';
import { captionFonts } from '../video-maker/caption-fonts.ts';
import { captionFile, changeCues } from '../video-maker/captions.ts';

const DEFAULTS = defaultValues(captionParameters) as CaptionParameters;

const restore = (stored: object) => restoreValues(captionParameters, stored) as Partial<CaptionParameters>;

export const useCaptionSettings = (tool: string) =>
  useToolSettings<CaptionParameters>(tool, 'captions', DEFAULTS, restore);

/** Returns captions as the animation's operation takes them. */
export async function captionOrder(tool: string, cues: readonly Cue[]) {
  const params = { ...DEFAULTS, ...restore(settingsOf(tool).use.getState().parts.captions ?? {}) };
  return { captions: captionFile(cues, 'captions.vtt'), fonts: await captionFonts(params.captionStyle), params };
}

/** Replaces the captions by those of a file. Reports unreadable files. */
export async function openCaptions(file: File): Promise<void> {
  try {
    const { cues } = await readCaptions(file, new AbortController().signal, { ruby: true });
    desk.document.change(
      'captions',
      changeCues(() => cues),
    );
  } catch (error) {
    showError(error, file.name);
  }
}
