/** Limits on outside data, shared by several operations. They bound the time and memory that any file can cost. */

// Images.

/** Larger images are refused before decoding: 100 megapixels take 400 MB as RGBA. */
export const MAX_PIXELS = 100_000_000;

/** The longest canvas side that all browsers support (Chromium allows 65,535). */
export const MAX_SIDE = 32_767;

/**
 * Safari on iOS up to version 17 draws nothing on larger canvases (WebKit's `maxCanvasArea`,
 * Source/WebCore/html/CanvasBase.cpp).
 */
export const MAX_CANVAS_PIXELS = 4096 * 4096;

/** Decompressed ICC profile. The largest real profiles (CMYK, many inks) have 2 to 3 MB; larger ones are ignored. */
export const MAX_PROFILE_BYTES = 4 * 2 ** 20;

/** Entries of one Exif directory; cameras write up to about 60. */
export const MAX_EXIF_ENTRIES = 500;

/** Items, references and sibling boxes of an AVIF or HEIC; tile grids have some hundreds. */
export const MAX_HEIF_ITEMS = 5000;

/** Tiles of a HEIC grid. A photo of 100 megapixels has about 400, a tile of 256 × 256 px needs 1,526. */
export const MAX_HEIC_TILES = 2000;

/** NAL units of one HEVC image; level 6.2 allows 600 slices. */
export const MAX_HEVC_NALS = 2000;

/** Memory of the HEIC decoder: the largest image with 10 bits, as YCbCr and as RGBA. */
export const MAX_HEIC_MEMORY_BYTES = 2 ** 31;

/** OBUs of one AV1 image; a frame has at most 4,096 tiles. */
export const MAX_AV1_OBUS = 5000;

/** Sequence headers of one AV1 image: at most one for each of four layers. */
export const MAX_AV1_SEQUENCES = 16;

/** Scans of a progressive JPEG. Same limit as libvips; encoders write about ten. */
export const MAX_JPEG_SCANS = 100;

/** Extension blocks before a GIF image; real files have two to five. */
export const MAX_GIF_EXTENSIONS = 10_000;

/** The largest real SVGs, detailed maps, have some megabytes. */
export const MAX_SVG_BYTES = 10_000_000;

/** Bytes before the end of an SVG's first tag: comments and DOCTYPE. Real files have a few thousand. */
export const MAX_SVG_HEAD_BYTES = 2 ** 16;

/** Font files for an SVG's text. Japanese fonts have about 120 subsets; a page needs some dozens. */
export const MAX_SVG_FONT_FILES = 200;

/** Memory of the SVG renderer: five layers of the largest image. */
export const MAX_SVG_MEMORY_BYTES = 2 ** 31;

// Tags. Data past these limits is ignored.

/** Larger than any real cover image. */
export const MAX_TAG_BYTES = 64 * 2 ** 20;

/** Consecutive tags, or `LIST` and `id3 ` chunks; real files have two or three. */
export const MAX_TAGS = 16;

/** Entries (frames, IDs) of one tag; music libraries write about a hundred. */
export const MAX_TAG_ENTRIES = 2000;

/** Longer text is truncated. */
export const MAX_TAG_TEXT_BYTES = 2 ** 18;

/** Enough for a booklet's pages. */
export const MAX_TAG_PICTURES = 64;

// Audio.

/** Chunks of a RIFF file; a field recorder's cue list has some hundreds. */
export const MAX_RIFF_CHUNKS = 10_000;

/** In hertz: from below speech codecs to above laboratory recorders. */
export const MIN_SAMPLE_RATE = 1000;
export const MAX_SAMPLE_RATE = 768_000;

/** A week; longer durations come from damaged headers. */
export const MAX_SOUND_SECONDS = 7 * 24 * 3600;

// Captions.

/** In bytes. A movie's captions have about 100,000. */
export const MAX_CAPTION_BYTES = 2 ** 23;

/** A movie has about 1,500; the limit fits 27 hours with a caption every two seconds. */
export const MAX_CUES = 50_000;

/** Longer captions don't fit the image. */
export const MAX_CUE_CHARACTERS = 2000;

/** Simultaneous captions. */
export const MAX_CUES_SHOWN = 8;

// Fonts.

/** Bytes of a visitor's font, compressed and uncompressed. The largest Japanese fonts have 20 to 40 MB. */
export const MAX_FONT_BYTES = 2 ** 26;

/** Fonts kept open between texts. A Japanese page needs some dozens; the size allows two of the largest fonts. */
export const MAX_OPEN_FONTS = { count: 256, size: 2 ** 27 } as const;

/** Memory of HarfBuzz: open fonts and their shaping data. */
export const MAX_SHAPER_MEMORY_BYTES = 2 ** 29;

// Media containers, parsed by a library.

/** Parser requests without progress in the file before the parser counts as stuck. */
export const MAX_IDLE_REQUESTS = 20_000;

/** Distance in the file that counts as progress. */
export const MEDIA_PAGE_BYTES = 2 ** 16;

/** A parser may read this many times the file's size between two results, plus the spare bytes. */
export const MAX_MEDIA_PASSES = 64;
export const MEDIA_SPARE_BYTES = 2 ** 28;

/** Largest single read: an index, or a cluster of video. */
export const MAX_MEDIA_PIECE_BYTES = 2 ** 28;

/** Nested boxes; real files have ten levels. */
export const MAX_BOX_DEPTH = 32;

/** Boxes of a movie's index; real files have some hundreds. */
export const MAX_BOXES = 100_000;

/** Tracks of a file, and track fragments in one piece; a festival recording has some dozens. */
export const MAX_TRACKS = 500;

/** Samples of a track whose times the parser expands: four days at 50 frames per second. */
export const MAX_LISTED_SAMPLES = 2 ** 24;

/** Samples of one fragment without their own bytes; audio fragments have some hundreds. */
export const MAX_FRAGMENT_SAMPLES = 2 ** 18;

/** Index entries with the same time; each moves all following entries. */
export const MAX_INDEX_DUPLICATES = 1000;

/** Extra frames from lacing in one cluster of a few seconds. */
export const MAX_LACED_FRAMES = 2 ** 14;
