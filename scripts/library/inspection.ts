/** Details of an image. Sizes are in pixels, with the EXIF orientation applied. */
export interface ImageInspection extends CommonDetails {
  readonly kind: 'image';
  readonly format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'bmp' | 'heic' | 'tiff' | 'svg';
  readonly width: number;
  readonly height: number;
  readonly megapixels: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  /** Bits per channel. */
  readonly bitDepth: number;
  readonly channels: number;
  /** True if the format of the file allows transparent pixels. */
  readonly alpha: boolean;
  /** True if the file has a color profile. */
  readonly colorProfile: boolean;
  readonly animated: boolean;
  /** Number of pages of a TIFF that has several. Only the first page is converted. */
  readonly pages?: number;
}

/** Details of audio. */
export interface AudioInspection extends MediaDetails {
  readonly kind: 'audio';
}

/** Details of video. Sizes are in pixels, with the rotation applied. */
export interface VideoInspection extends MediaDetails {
  readonly kind: 'video';
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
}

/** Details of a file, by `kind`. Further details may be added. */
export type Inspection = ImageInspection | AudioInspection | VideoInspection;

interface CommonDetails {
  /** Size of the file. */
  readonly bytes: number;
  readonly [detail: string]: unknown;
}

interface MediaDetails extends CommonDetails {
  /** Name of the container format, such as `wav`, `mp3` or `MP4`. */
  readonly format: string;
  readonly mimeType: string;
  /** Duration in seconds; `null` if the file does not state one. */
  readonly durationSec: number | null;
  readonly sampleRate?: number | null;
  readonly channels?: number | null;
  /** Tracks of the container. WAV and MP3 files have no tracks. */
  readonly tracks?: readonly MediaTrack[];
  readonly tags?: Readonly<Record<string, string | number>>;
}

/** A track of a container. */
export interface MediaTrack {
  readonly type: string;
  readonly codec: string | null;
  readonly durationSec: number | null;
  readonly [detail: string]: unknown;
}
