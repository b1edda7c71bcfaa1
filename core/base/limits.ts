/** Limits on untrusted data, shared by several operations. They bound the time and memory that a file can cost. */

/** Maximum pixels of an image, checked before decoding: 100 megapixels take 400 MB as RGBA. */
export const MAX_PIXELS = 100_000_000;

/** The longest canvas side that all browsers support (Chromium allows 65,535). */
export const MAX_SIDE = 32_767;

/** Maximum canvas area in pixels. Safari on iOS up to version 17 draws nothing on larger canvases (`maxCanvasArea`). */
export const MAX_CANVAS_PIXELS = 4096 * 4096;

/** Maximum bytes of a decompressed ICC profile; larger profiles are ignored. Real profiles have up to 3 MB. */
export const MAX_PROFILE_BYTES = 4 * 2 ** 20;

/** Maximum entries that are read from an Exif directory; cameras write up to about 60. */
export const MAX_EXIF_ENTRIES = 500;

/** Maximum items, references and sibling boxes of an AVIF or HEIC; tile grids have some hundreds. */
export const MAX_HEIF_ITEMS = 5000;

/** Maximum tiles of a HEIC grid. 100 megapixels are about 400 tiles of 512 × 512 px, or 1,526 of 256 × 256 px. */
export const MAX_HEIC_TILES = 2000;

/** Maximum number of NAL units of an HEVC image; level 6.2 allows 600 slices (ITU-T H.265, table A.8). */
export const MAX_HEVC_NALS = 2000;

/** Maximum memory of the HEIC decoder: holds the largest allowed 10-bit image, once as YCbCr and once as RGBA. */
export const MAX_HEIC_MEMORY_BYTES = 2 ** 31;

/** Maximum entries of a TIFF directory; scanners and cameras write up to about 60. */
export const MAX_TIFF_ENTRIES = 4096;

/** Maximum pages of a TIFF that are counted; only the first page is decoded. */
export const MAX_TIFF_PAGES = 10_000;

/** Maximum samples of a TIFF pixel; four colors, alpha and some masks are common. */
export const MAX_TIFF_SAMPLES = 16;

/** Maximum strips or tiles of a TIFF page. 100 megapixels are 390,625 tiles of 16 × 16 px, the smallest size. */
export const MAX_TIFF_SEGMENTS = 400_000;

/** Maximum decompressed bytes of a strip or tile: holds the largest allowed image with five 16-bit samples a pixel. */
export const MAX_TIFF_SEGMENT_BYTES = 2 ** 30;

/** Maximum bytes of the tables that JPEG strips of a TIFF share. Quantization and Huffman tables take about 600. */
export const MAX_TIFF_JPEG_TABLE_BYTES = 4096;

/** Maximum open bitstream units (OBUs) of an AV1 image; a frame has at most 4,096 tiles. */
export const MAX_AV1_OBUS = 5000;

/** Maximum sequence headers of an AV1 image, which has at most four layers with one sequence header each. */
export const MAX_AV1_SEQUENCES = 16;

/** Maximum scans of a progressive JPEG, as in libvips; encoders write about ten scans. */
export const MAX_JPEG_SCANS = 100;

/** Maximum extension blocks before an image in a GIF; real files have two to five. */
export const MAX_GIF_EXTENSIONS = 10_000;

/** Maximum frames of an animation: over five minutes at 30 frames per second. */
export const MAX_ANIMATION_FRAMES = 10_000;

/** Maximum pixels of all frames together, each counted as the whole canvas: 1,929 frames of 1920 × 1080 px. */
export const MAX_ANIMATION_PIXELS = 4_000_000_000;

export const MAX_ANIMATION_SECONDS = 3600;

/** Maximum bytes of an SVG; the largest real files, detailed maps, have some megabytes. */
export const MAX_SVG_BYTES = 10_000_000;

/** Maximum bytes of comments and DOCTYPE up to the end of an SVG's root tag; real files have a few thousand. */
export const MAX_SVG_HEAD_BYTES = 2 ** 16;

/** Maximum font files loaded for an SVG's text. A Japanese family has about 120 files; a page needs some dozens. */
export const MAX_SVG_FONT_FILES = 200;

/** Maximum memory of the SVG renderer, enough for five RGBA layers of the largest allowed image. */
export const MAX_SVG_MEMORY_BYTES = 2 ** 31;

// Limits of audio tags. Data beyond these limits is ignored.

/** Maximum bytes of an audio file's tag, more than any real cover image has. */
export const MAX_TAG_BYTES = 64 * 2 ** 20;

/** Maximum decompressed bytes of all compressed frames of an ID3 tag. */
export const MAX_INFLATED_TAG_BYTES = 16 * 2 ** 20;

/** Maximum consecutive tags of an audio file, or `LIST` and `id3 ` chunks; real files have two or three tags. */
export const MAX_TAGS = 16;

/** Maximum entries of an audio tag, such as ID3 frames or INFO IDs; music libraries write about a hundred entries. */
export const MAX_TAG_ENTRIES = 2000;

/** Maximum bytes of a text in an audio tag; longer text is truncated. */
export const MAX_TAG_TEXT_BYTES = 2 ** 18;

/** Maximum cover images of an audio file, enough for the pages of a booklet. */
export const MAX_TAG_IMAGES = 64;

/** Maximum chunks of a RIFF file; a field recorder's cue list has some hundreds. */
export const MAX_RIFF_CHUNKS = 10_000;

/** Minimum sample rate in hertz, below that of any speech codec. */
export const MIN_SAMPLE_RATE = 1000;
export const MAX_SAMPLE_RATE = 768_000;

/** Maximum duration of audio in seconds: a week. Longer durations come from damaged headers. */
export const MAX_AUDIO_SECONDS = 7 * 24 * 3600;

/** Maximum bytes of a caption file; a movie's captions have about 100,000 bytes. */
export const MAX_CAPTION_BYTES = 2 ** 23;

/** Maximum captions of a file: 27 hours with a caption every two seconds. A movie has about 1,500 captions. */
export const MAX_CUES = 50_000;

/** Maximum characters of a caption; longer captions don't fit the video. */
export const MAX_CUE_CHARACTERS = 2000;

export const MAX_CUES_SHOWN = 8;

/** Maximum elements that are read to find the captions in a video: 40 hours of Matroska with 60 frames a second. */
export const MAX_VIDEO_ELEMENTS = 10_000_000;

/** Maximum bytes of an index of MP4 that is read for captions; ten hours of video have about 10 MB. */
export const MAX_VIDEO_INDEX_BYTES = 2 ** 26;

/** Maximum bytes of a visitor's font, compressed and uncompressed. The largest Japanese fonts have 20 to 40 MB. */
export const MAX_FONT_BYTES = 2 ** 26;

/** Maximum number and total bytes of open font files. Japanese text on a page needs some dozens. */
export const MAX_OPEN_FONTS = { count: 256, size: 2 ** 27 } as const;

/** Maximum memory of the text shaper HarfBuzz, for open fonts and their shaping data. */
export const MAX_SHAPER_MEMORY_BYTES = 2 ** 29;

// Limits of media containers, such as MP4 and WebM, which mediabunny parses.

/** Maximum read requests of the media parser without progress in the file. */
export const MAX_IDLE_REQUESTS = 20_000;

/** Bytes per page of a file. The media parser makes progress when the parser reads from a page for the first time. */
export const MEDIA_PAGE_BYTES = 2 ** 16;

/** From one result to the next, the media parser may read this many times the file's size, plus `MEDIA_EXTRA_BYTES`. */
export const MAX_MEDIA_PASSES = 64;
export const MEDIA_EXTRA_BYTES = 2 ** 28;

/** Maximum bytes of one read of the media parser; the longest real reads are a movie's index or a cluster of video. */
export const MAX_MEDIA_PIECE_BYTES = 2 ** 28;

/** Maximum nesting depth of MP4 boxes; real files have ten levels. */
export const MAX_BOX_DEPTH = 32;

/** Maximum boxes of an MP4 movie's index (`moov`); real files have some hundreds. */
export const MAX_BOXES = 100_000;

/** Maximum tracks of a media file, and track fragments of an MP4 fragment; a festival recording has some dozens. */
export const MAX_TRACKS = 500;

/** Maximum samples of an MP4 track whose times mediabunny expands: four days at 50 frames per second. */
export const MAX_LISTED_SAMPLES = 2 ** 24;

/** Maximum samples of an MP4 fragment that stores no fields per sample; audio fragments have some hundreds. */
export const MAX_FRAGMENT_SAMPLES = 2 ** 18;

/** Maximum index entries with equal times, because inserting each entry moves all following entries. */
export const MAX_INDEX_DUPLICATES = 1000;

/** Maximum frames that lacing adds in a Matroska cluster (RFC 9559, 10.3); a cluster lasts a few seconds. */
export const MAX_LACED_FRAMES = 2 ** 14;

/** Maximum clusters of a WebM or Matroska file that are checked for damage, their size, and their damaged parts. */
export const MAX_CLUSTERS = 100_000;
export const MAX_CLUSTER_HOLES = 1000;
export const MAX_CLUSTER_BYTES = 2 ** 26;

/** Latest time in a video that parameters accept, in seconds: 100 hours. */
export const MAX_VIDEO_SECONDS = 360_000;
