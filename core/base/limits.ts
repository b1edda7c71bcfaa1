/**
 * Every limit that belongs to no single operation, in one table. What comes from outside may say
 * anything of itself: past these bounds a parser stops, and no file makes it spin or grow.
 */

// Pictures.

/** Pictures of more pixels are refused before they are decoded: 100 megapixels, 400 MB as RGBA. */
export const MAX_PIXELS = 100_000_000;

/** The longest side that every browser's canvas still takes (Chromium's own limit is 65,535). */
export const MAX_SIDE = 32_767;

/**
 * Of a canvas. Up to 17, Safari on iOS draws nothing on a larger one and reads nothing back: WebKit's `maxCanvasArea`
 * (Source/WebCore/html/CanvasBase.cpp) is 4096 × 4096 there, and 8192 × 8192 later, less than a picture may have.
 */
export const MAX_CANVAS_PIXELS = 4096 * 4096;

/** Of an ICC profile, inflated. The largest in use (CMYK, many inks) have 2 to 3 MB; a larger one is left alone. */
export const MAX_PROFILE_BYTES = 4 * 2 ** 20;

/** Entries of one directory of Exif that are looked at; cameras write up to some sixty. */
export const MAX_EXIF_ENTRIES = 500;

/** Items, references, and boxes of one level, of an AVIF or HEIC; a grid of tiles has some hundreds. An AVIF with more is refused, and Exif is not looked for past them. */
export const MAX_HEIF_ITEMS = 5000;

/** OBUs of one AV1 image: a temporal delimiter, headers, metadata and tile groups. A frame has at most 4,096 tiles. */
export const MAX_AV1_OBUS = 5000;

/** Sequence headers of one AV1 image: one for every layer at most, of which there are four. */
export const MAX_AV1_SEQUENCES = 16;

/** Scans of a progressive JPEG: libvips has the same limit, and encoders write ten or so. */
export const MAX_JPEG_SCANS = 100;

/** Extensions before an image of a GIF, past which nothing more is looked for; real files have two to five. */
export const MAX_GIF_EXTENSIONS = 10_000;

/** The largest SVGs in use, maps with every path in them, have some megabytes. */
export const MAX_SVG_BYTES = 10_000_000;

/** What may stand before the end of an SVG's first tag: comments, a DOCTYPE with its entities. Real ones have a few thousand. */
export const MAX_SVG_HEAD_BYTES = 2 ** 16;

/** Of fonts that an SVG's texts are set in. Japanese comes in about 120 pieces; a page of it needs some dozens. */
export const MAX_SVG_FONT_FILES = 200;

/** Of the program that draws SVGs: room for five layers of the largest picture. Past it, it stops. */
export const MAX_SVG_MEMORY_BYTES = 2 ** 31;

// Tags: what is past these is ignored, what was read so far stays.

/** Past any real cover picture; a larger tag is not read into memory. */
export const MAX_TAG_BYTES = 64 * 2 ** 20;

/** Tags that stand one behind another, or `LIST` and `id3 ` chunks. Writers that append leave two or three. */
export const MAX_TAGS = 16;

/** Entries (frames, ids) of one tag that are looked at. A full one of a music library has about a hundred. */
export const MAX_TAG_ENTRIES = 2000;

/** Of one text, as the lyrics of an opera. The rest of a longer one is cut off. */
export const MAX_TAG_TEXT_BYTES = 2 ** 18;

/** A booklet's pages. */
export const MAX_TAG_PICTURES = 64;

// Sound.

/** Chunks of a RIFF file before nothing more is looked for; a field recorder's cue list has some hundreds. */
export const MAX_RIFF_CHUNKS = 10_000;

/** In hertz. Below speech codecs' rates, and above those of laboratory recorders, a header is damaged. */
export const MIN_SAMPLE_RATE = 1000;
export const MAX_SAMPLE_RATE = 768_000;

/** In seconds: a week. More is a header that lies, and would be weeks of work. */
export const MAX_SOUND_SECONDS = 7 * 24 * 3600;

// Captions.

/** In bytes. Captions of a film have about 100,000. */
export const MAX_CAPTION_BYTES = 2 ** 23;

/** A film has about 1,500; a day and night of speech, one every two seconds, fits. */
export const MAX_CUES = 50_000;

/** Of one caption, in characters: the rest would not fit the picture. */
export const MAX_CUE_CHARACTERS = 2000;

/** Captions shown at one moment; more would cover the picture. */
export const MAX_CUES_SHOWN = 8;

// Fonts.

/** Of a visitor's font, packed and unpacked. The largest Japanese families have 20 to 40 MB a file. */
export const MAX_FONT_BYTES = 2 ** 26;

/** Fonts that stay open between texts. A page of Japanese needs some dozens of files; the size is room for two of the largest fonts. */
export const MAX_OPEN_FONTS = { count: 256, size: 2 ** 27 } as const;

/** Of the program that shapes text: the open fonts, and what it makes of them. */
export const MAX_SHAPER_MEMORY_BYTES = 2 ** 29;

// Sound and video in containers, which a library reads.

/** Requests of a container's parser without a step forward in the file or a result, before it counts as spinning. */
export const MAX_IDLE_REQUESTS = 20_000;

/** The stretch of the file that counts as one step forward. */
export const MEDIA_PAGE_BYTES = 2 ** 16;

/** A parser may ask for this many times the file's bytes between two results, and for the bytes on top. */
export const MAX_MEDIA_PASSES = 64;
export const MEDIA_SPARE_BYTES = 2 ** 28;

/** What a container's parser may ask for in one piece, and so hold: an index, or a cluster of video. */
export const MAX_MEDIA_PIECE_BYTES = 2 ** 28;

/** Boxes within boxes; real files nest ten deep. */
export const MAX_BOX_DEPTH = 32;

/** Boxes of a movie's index. Real ones have some hundreds; every box costs a step. */
export const MAX_BOXES = 100_000;

/** Tracks of a file, and fragments of tracks in one piece; a festival's recording has some dozens. */
export const MAX_TRACKS = 500;

/** Samples of a track whose times the parser writes out one by one: four days at 50 frames a second. */
export const MAX_LISTED_SAMPLES = 2 ** 24;

/** Samples of one fragment that no bytes of its own describe. A fragment of sound has some hundreds. */
export const MAX_FRAGMENT_SAMPLES = 2 ** 18;

/** Entries of an index that stand for the same time, each of which moves all that follow. */
export const MAX_INDEX_DUPLICATES = 1000;

/** Frames that the blocks of one cluster, a few seconds long, stand for beyond one each. */
export const MAX_LACED_FRAMES = 2 ** 14;
