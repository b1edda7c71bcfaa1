/** Field types of the allowed Exif tags (TIFF 6.0, section 2). */
export const TIFF = { text: 2, short: 3, long: 4, rational: 5, bytes: 7, signedRational: 10 } as const;

export const VALUE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8 };

/** Number of the Exif tag with the offset of the directory for exposure tags (Exif 2.32, 4.6.3). */
export const EXPOSURE_DIRECTORY = 34665;

interface AllowedTag {
  readonly types: readonly number[];
  /** Maximum number of values of an Exif tag, or maximum bytes of a text. */
  readonly most: number;
}

const text = (most = 256): AllowedTag => ({ types: [TIFF.text], most });
const date: AllowedTag = text(20);
const whole = (most = 1): AllowedTag => ({ types: [TIFF.short, TIFF.long], most });
const ratio = (most = 1): AllowedTag => ({ types: [TIFF.rational], most });
const signed: AllowedTag = { types: [TIFF.signedRational], most: 1 };
const byte: AllowedTag = { types: [TIFF.bytes], most: 1 };

/**
 * Exif tags of the image directory that exported files may contain (Exif 2.32, 4.6.4). Excludes captions, which may
 * contain addresses.
 */
export const pictureTags: Readonly<Record<number, AllowedTag>> = {
  271: text(), // Make
  272: text(), // Model
  282: ratio(), // XResolution
  283: ratio(), // YResolution
  296: whole(), // ResolutionUnit
  305: text(), // Software
  306: date, // DateTime
  315: text(1000), // Artist
  316: text(), // HostComputer
  33432: text(1000), // Copyright
};

/**
 * Exif tags of the exposure directory that exported files may contain (Exif 2.32, 4.6.5). Excludes maker notes,
 * comments, time zones and measurements, which may reveal the location. Excludes positions in pixels, which don't match
 * the exported image.
 */
export const exposureTags: Readonly<Record<number, AllowedTag>> = {
  33434: ratio(), // ExposureTime
  33437: ratio(), // FNumber
  34850: whole(), // ExposureProgram
  34855: whole(3), // PhotographicSensitivity
  34864: whole(), // SensitivityType
  34865: whole(), // StandardOutputSensitivity
  34866: whole(), // RecommendedExposureIndex
  34867: whole(), // ISOSpeed
  36867: date, // DateTimeOriginal
  36868: date, // DateTimeDigitized
  37377: signed, // ShutterSpeedValue
  37378: ratio(), // ApertureValue
  37379: signed, // BrightnessValue
  37380: signed, // ExposureBiasValue
  37381: ratio(), // MaxApertureValue
  37382: ratio(), // SubjectDistance
  37383: whole(), // MeteringMode
  37384: whole(), // LightSource
  37385: whole(), // Flash
  37386: ratio(), // FocalLength
  37520: text(16), // SubSecTime
  37521: text(16), // SubSecTimeOriginal
  37522: text(16), // SubSecTimeDigitized
  41483: ratio(), // FlashEnergy
  41493: ratio(), // ExposureIndex
  41495: whole(), // SensingMethod
  41728: byte, // FileSource
  41729: byte, // SceneType
  41985: whole(), // CustomRendered
  41986: whole(), // ExposureMode
  41987: whole(), // WhiteBalance
  41988: ratio(), // DigitalZoomRatio
  41989: whole(), // FocalLengthIn35mmFilm
  41990: whole(), // SceneCaptureType
  41991: whole(), // GainControl
  41992: whole(), // Contrast
  41993: whole(), // Saturation
  41994: whole(), // Sharpness
  41996: whole(), // SubjectDistanceRange
  42016: text(33), // ImageUniqueID
  42032: text(), // CameraOwnerName
  42033: text(), // BodySerialNumber
  42034: ratio(4), // LensSpecification
  42035: text(), // LensMake
  42036: text(), // LensModel
  42037: text(), // LensSerialNumber
  42080: whole(), // CompositeImage
};
