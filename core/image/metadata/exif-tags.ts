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

/** Tags of the print resolution in pixels per unit; unit 2 is inch, unit 3 is centimeter (TIFF 6.0, section 8). */
export const RESOLUTION = { x: 282, y: 283, unit: 296 } as const;

/** Image directory tags that exports may contain (Exif 2.32, 4.6.4). */
export const imageTags: Readonly<Record<number, AllowedTag>> = {
  271: text(), // Exif tag Make
  272: text(), // Exif tag Model
  282: ratio(), // Exif tag XResolution
  283: ratio(), // Exif tag YResolution
  296: whole(), // Exif tag ResolutionUnit
  305: text(), // Exif tag Software
  306: date, // Exif tag DateTime
  315: text(1000), // Exif tag Artist
  316: text(), // Exif tag HostComputer
  18246: whole(), // Exif tag Rating
  33432: text(1000), // Exif tag Copyright
};

/**
 * Exif tags of exposure that exports may contain (Exif 2.32, 4.6.5). Excludes what may reveal the location: maker
 * notes, comments, measurements. Excludes pixel positions, which don't match the exported image.
 */
export const exposureTags: Readonly<Record<number, AllowedTag>> = {
  33434: ratio(), // Exif tag ExposureTime
  33437: ratio(), // Exif tag FNumber
  34850: whole(), // Exif tag ExposureProgram
  34855: whole(3), // Exif tag PhotographicSensitivity
  34864: whole(), // Exif tag SensitivityType
  34865: whole(), // Exif tag StandardOutputSensitivity
  34866: whole(), // Exif tag RecommendedExposureIndex
  34867: whole(), // Exif tag ISOSpeed
  36867: date, // Exif tag DateTimeOriginal
  36868: date, // Exif tag DateTimeDigitized
  36880: text(7), // Exif tag OffsetTime
  36881: text(7), // Exif tag OffsetTimeOriginal
  36882: text(7), // Exif tag OffsetTimeDigitized
  37377: signed, // Exif tag ShutterSpeedValue
  37378: ratio(), // Exif tag ApertureValue
  37379: signed, // Exif tag BrightnessValue
  37380: signed, // Exif tag ExposureBiasValue
  37381: ratio(), // Exif tag MaxApertureValue
  37382: ratio(), // Exif tag SubjectDistance
  37383: whole(), // Exif tag MeteringMode
  37384: whole(), // Exif tag LightSource
  37385: whole(), // Exif tag Flash
  37386: ratio(), // Exif tag FocalLength
  37520: text(16), // Exif tag SubSecTime
  37521: text(16), // Exif tag SubSecTimeOriginal
  37522: text(16), // Exif tag SubSecTimeDigitized
  41483: ratio(), // Exif tag FlashEnergy
  41493: ratio(), // Exif tag ExposureIndex
  41495: whole(), // Exif tag SensingMethod
  41728: byte, // Exif tag FileSource
  41729: byte, // Exif tag SceneType
  41985: whole(), // Exif tag CustomRendered
  41986: whole(), // Exif tag ExposureMode
  41987: whole(), // Exif tag WhiteBalance
  41988: ratio(), // Exif tag DigitalZoomRatio
  41989: whole(), // Exif tag FocalLengthIn35mmFilm
  41990: whole(), // Exif tag SceneCaptureType
  41991: whole(), // Exif tag GainControl
  41992: whole(), // Exif tag Contrast
  41993: whole(), // Exif tag Saturation
  41994: whole(), // Exif tag Sharpness
  41996: whole(), // Exif tag SubjectDistanceRange
  42016: text(33), // Exif tag ImageUniqueID
  42032: text(), // Exif tag CameraOwnerName
  42033: text(), // Exif tag BodySerialNumber
  42034: ratio(4), // Exif tag LensSpecification
  42035: text(), // Exif tag LensMake
  42036: text(), // Exif tag LensModel
  42037: text(), // Exif tag LensSerialNumber
  42080: whole(), // Exif tag CompositeImage
};
