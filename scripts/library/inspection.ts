/** Details of an image. Sizes are in pixels, with the EXIF orientation applied. */
export interface ImageInspection {
  readonly kind: 'image';
  readonly format: 'jpg' | 'png' | 'webp' | 'avif' | 'gif' | 'bmp' | 'heic' | 'tiff' | 'svg';
  /** Size of the file in bytes. */
  readonly bytes: number;
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
  readonly animated: boolean;
  /** Number of frames, 1 for a still image. */
  readonly frames: number;
  /** How often an animation plays; 0 repeats it forever. */
  readonly loop?: number;
  /** True for progressive JPEG, and for interlaced PNG and GIF. */
  readonly progressive: boolean;
  /** Chroma subsampling of YCbCr, such as `4:2:0`. */
  readonly chromaSubsampling?: string;
  /** True if the file has a color profile. */
  readonly colorProfile: boolean;
  /** Number of pages of a TIFF that has several. Only the first page is converted. */
  readonly pages?: number;
  readonly profileName?: string;
  /** Colors other than sRGB that the file states without a profile, such as `CICP 9/16` or `gamma 1`. */
  readonly colorSpace?: string;
  /** True if the colors are in sRGB. */
  readonly srgb: boolean;
  /** Print resolution in pixels per inch, if the file states one. */
  readonly dpi?: number;
  /** Print resolution from top to bottom, if it differs from `dpi`. */
  readonly dpiDown?: number;
  readonly exif: boolean;
  /** True if the file has a location. */
  readonly gps: boolean;
  /** Where the location is: `Exif`, `XMP`, `IPTC`, or `video` for a video in the image file. */
  readonly locationIn?: readonly ('Exif' | 'XMP' | 'IPTC' | 'video')[];
  /** Location in degrees, if it can be read. */
  readonly latitude?: number;
  readonly longitude?: number;
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

interface MediaDetails {
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Name of the container format, such as `wav`, `mp3` or `MP4`. */
  readonly format: string;
  readonly mimeType: string;
  /** Codec of a file without tracks, such as `pcm-s16`. */
  readonly codec?: string | null;
  /** Duration in seconds; `null` if the file does not state one. */
  readonly durationSec: number | null;
  readonly sampleRate?: number | null;
  readonly channels?: number | null;
  /** Tracks of the container. WAV and MP3 files have no tracks. */
  readonly tracks?: readonly MediaTrack[];
  readonly tags?: Readonly<Record<string, unknown>>;
  /** Covers and other images in the file. */
  readonly pictures?: readonly AttachedImage[];
}

/** A track of a container. */
export interface MediaTrack {
  readonly type: string;
  readonly codec: string | null;
  /** Codec with its parameters, such as `avc1.640028`. */
  readonly codecString: string | null;
  readonly durationSec: number | null;
  readonly language?: string;
  readonly width?: number;
  readonly height?: number;
  readonly codedWidth?: number;
  readonly codedHeight?: number;
  /** Rotation in degrees, clockwise. */
  readonly rotation?: number;
  readonly frameRate?: number;
  readonly sampleRate?: number;
  readonly channels?: number;
}

/** An image in the tags of audio or video. */
export interface AttachedImage {
  readonly mimeType: string;
  readonly kind: 'coverFront' | 'coverBack' | 'unknown';
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  readonly name?: string;
  readonly description?: string;
}
