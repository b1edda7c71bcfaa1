import { transfer } from 'comlink';
import { readAudioSummary } from '#core/audio/summary.ts';
import type { SourceFile } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import type { Size } from '#core/geometry/point.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { resample } from '#core/image/resample/resample.ts';
import type { Warning } from '#core/platform/context.ts';
import type { CaptionFrame } from '#core/text/captions/draw-caption.ts';
import type { TitleSettings } from '#core/text/captions/title-settings.ts';
import type { PlacedTitle } from '#core/text/captions/video-title.ts';
import { type AudioSource, openAudio } from '#core/video/audio/audio-source.ts';
import type { AudioTrim } from '#core/video/audio/audio-track.ts';
import {
  type AudioSettings,
  createEditedTrack,
  type EditedTrack,
  findSilence,
} from '#core/video/audio/edited-track.ts';
import { sourcePeaks } from '#core/video/audio/source-peaks.ts';
import { drawFinalFrame } from '#core/video/final-frame.ts';
import type { OverlayPatch } from '#core/video/overlay/overlay.ts';
import { NO_SILENCE, type RemovedSilence } from '#core/video/plan/durations.ts';
import { containedSize, fitImage } from '#core/video/plan/fit.ts';
import type { FitMode } from '#core/video/plan/fit-modes.ts';
import { createBrowserPlatform } from '../../platform/browser.ts';
import { decodeWithWarnings } from '../../platform/decode-with-warnings.ts';
import { createBrowserWorkers } from '../../platform/workers.ts';
import { sourceFile } from '../../workers/files.ts';
import { Jobs } from '../../workers/jobs.ts';
import { serve } from '../../workers/serve.ts';

export interface ImageFacts extends Size {
  readonly thumbnail: Blob;
  readonly warnings: readonly Warning[];
}

export interface AudioFacts {
  readonly durationSec: number;
  /** Cover image: the first image in the audio file's tags. */
  readonly cover: Blob | undefined;
  /** Title and artist in the audio file's tags. */
  readonly tags: TitleSettings;
}

/** A caption or a title on transparent pixels, and its place in the preview. */
export interface DrawnCaption {
  readonly bitmap: ImageBitmap;
  readonly left: number;
  readonly top: number;
}

/** Thumbnail size in pixels, twice the displayed size for high-density screens. */
const THUMBNAIL = { width: 160, height: 160 };

/** Computes images and audio of the preview in a worker, with the same code as the exported video. */
class VideoPreview {
  private readonly context = { platform: createBrowserPlatform(createBrowserWorkers()) };
  private readonly jobs = new Jobs(this.context.platform);
  private readonly audioFiles = new Map<string, AudioSource>();
  /** The last track, because measuring its audio takes longer than reading it. */
  private lastTrack: { readonly key: string; readonly edited: Promise<EditedTrack> } | undefined;

  /** @throws FudebakoError `videoSoundType`, `videoSoundDuration` */
  async openSound(id: string, file: File): Promise<AudioFacts> {
    const source = sourceFile(file, file.name);
    const audio = await openAudio(source, this.context);
    this.audioFiles.set(id, audio);
    return { durationSec: audio.durationSec, ...(await tagsOf(source)) };
  }

  closeAudio(id: string): void {
    this.audioFiles.delete(id);
    this.lastTrack = undefined;
  }

  /** Returns the number of samples in the video's audio track, at `TRACK_RATE`. */
  async trackSamples(id: string, settings: AudioSettings): Promise<number> {
    return (await this.track(id, settings))?.track.samples ?? 0;
  }

  /** Returns the silence that is removed from the ends of the video's audio. */
  async removedSilence(id: string, trim: AudioTrim): Promise<RemovedSilence> {
    const audio = this.audioFiles.get(id);
    return audio ? findSilence(audio, trim, this.context) : NO_SILENCE;
  }

  /** Returns the peaks of equal parts of an audio file. */
  peaks(job: number, id: string, count: number): Promise<Float32Array<ArrayBuffer>> {
    return this.jobs.run(job, undefined, async (context) => {
      const audio = this.audioFiles.get(id);
      return audio ? sourcePeaks(audio, count, context) : new Float32Array(count);
    });
  }

  /** Returns the samples `[from, to)` of the video's audio track as interleaved stereo. */
  async readTrack(id: string, settings: AudioSettings, from: number, to: number): Promise<Float32Array<ArrayBuffer>> {
    const edited = await this.track(id, settings);
    const samples = (await edited?.track.read(from, to)) ?? new Float32Array((to - from) * 2);
    return transfer(samples, [samples.buffer]);
  }

  private track(id: string, settings: AudioSettings): Promise<EditedTrack> | undefined {
    const audio = this.audioFiles.get(id);
    if (!audio) return undefined;
    const key = JSON.stringify([id, settings]);
    if (this.lastTrack?.key !== key) {
      this.lastTrack = { key, edited: createEditedTrack(audio, settings, this.context) };
      this.lastTrack.edited.catch(() => {
        this.lastTrack = undefined;
      });
    }
    return this.lastTrack.edited;
  }

  /** @throws FudebakoError `imageLoad`, `imageTooLarge`, `imageTooLong` */
  openImage(job: number, blob: Blob, name: string): Promise<ImageFacts> {
    return this.jobs.run(job, undefined, async (context) => {
      const { raster, warnings } = await decodeWithWarnings(sourceFile(blob, name), context);
      const { width, height } = containedSize(raster, THUMBNAIL);
      const small = await resample(raster, width, height, context);
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d')?.putImageData(new ImageData(small.data, width, height), 0, 0);
      return { width: raster.width, height: raster.height, thumbnail: await canvas.convertToBlob(), warnings };
    });
  }

  drawImage(job: number, blob: Blob, size: Size, fit: FitMode): Promise<ImageBitmap> {
    return this.jobs.run(job, undefined, async (context) => {
      const { raster } = await decodeImage(sourceFile(blob, ''), context);
      return this.bitmap(await fitImage(raster, size, fit, context));
    });
  }

  drawFinal(size: Size): Promise<ImageBitmap> {
    return this.bitmap(drawFinalFrame(size, this.context.platform));
  }

  /** @throws FudebakoError `fontUnknown`, `fontType`, `fontLoad` */
  async drawCaption(text: string, look: CaptionFrame, fonts: readonly File[]): Promise<DrawnCaption | undefined> {
    const { drawCaption } = await import('#core/text/captions/draw-caption.ts');
    const files = fonts.map((font) => sourceFile(font, font.name));
    return this.drawn(await drawCaption(text, look, files, this.context.platform));
  }

  async drawTitle(title: PlacedTitle, look: Pick<CaptionFrame, 'size' | 'scale'>): Promise<DrawnCaption | undefined> {
    const { drawTitle } = await import('#core/text/captions/draw-caption.ts');
    return this.drawn(await drawTitle(title, look, this.context.platform));
  }

  private async drawn([patch]: readonly OverlayPatch[]): Promise<DrawnCaption | undefined> {
    if (!patch) return undefined;
    const drawn = { bitmap: await this.bitmap(patch.image), left: patch.left, top: patch.top };
    return transfer(drawn, [drawn.bitmap]);
  }

  private async bitmap({ data, width, height }: Raster): Promise<ImageBitmap> {
    const bitmap = await createImageBitmap(new ImageData(data, width, height));
    return transfer(bitmap, [bitmap]);
  }
}

async function tagsOf(source: SourceFile): Promise<Pick<AudioFacts, 'cover' | 'tags'>> {
  const { title, artist, images: [image] = [] } = (await readAudioSummary(source).catch(() => undefined))?.tags ?? {};
  return { cover: image && new Blob([image.data], { type: image.mimeType }), tags: { title, artist } };
}

export type VideoPreviewApi = VideoPreview;
serve(new VideoPreview());
