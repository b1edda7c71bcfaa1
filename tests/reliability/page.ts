/** The source of `docs/reliability.md`. */

/** A class of hostile input or faults, and the test files that contain its tests. */
export interface ReliabilityClass {
  readonly heading: string;
  /** The tested inputs or faults, described in the page's summary. */
  readonly tried: string;
  /** The required outcome, described in the page's summary. */
  readonly outcome: string;
  readonly files: readonly string[];
}

/** The classes in the page's order; `npm run reliability` runs their tests and writes the page. */
export const RELIABILITY_CLASSES: readonly ReliabilityClass[] = [
  {
    heading: 'Hostile files',
    tried: 'Headers with wrong sizes, counts and lengths; decompression bombs; endless chunks, boxes and tags',
    outcome: 'Refused with an error from the catalog. Time and memory grow at most in proportion to the file size',
    files: ['tests/growth/images.test.ts', 'tests/command/svg.test.ts', 'tests/growth/media.test.ts', 'tests/growth/tags.test.ts'],
  },
  {
    heading: 'Damaged images',
    tried: 'Flipped bits, truncated files, missing frames, wrong checksums',
    outcome: 'Refused, or opened with a warning, depending on `--fail-on`. A wrong image never opens without a warning',
    files: ['tests/core/damage.test.ts', 'tests/core/png.test.ts', 'tests/core/jpeg-damage.test.ts', 'tests/core/jpeg-scans.test.ts', 'tests/core/frames-damage.test.ts', 'tests/core/avif.test.ts', 'tests/core/heic.test.ts', 'tests/core/tiff-damage.test.ts'],
  },
  {
    heading: 'Damaged audio',
    tried: 'Changed MP3 frames, side information, Huffman data and checksums; missing frames; truncated and unusual WAV files',
    outcome: 'Refused, or opened with a warning. Intact files of every encoder open without a warning',
    files: ['tests/core/audio/check-main-data.test.ts', 'tests/core/audio/damaged-audio.test.ts'],
  },
  {
    heading: 'Hostile text, settings and table rows',
    tried: 'Very long text, many combining characters, JSON with unknown or inherited keys, deep nesting, huge lists',
    outcome: 'Refused with the path of the bad value, or processed within the limits',
    files: ['tests/growth/texts.test.ts', 'tests/core/outside-json.test.ts', 'tests/command/hostile-settings.test.ts'],
  },
  {
    heading: 'Random input',
    tried: 'Seeded mutations of real files, and random parameters for every operation',
    outcome: 'Processed correctly, or refused with an error from the catalog. Nothing crashes or hangs',
    files: ['tests/fuzz/fuzz.test.ts', 'tests/core/run.property.test.ts', 'tests/core/parameters.property.test.ts'],
  },
  {
    heading: 'Faults of the machine',
    tried: 'Signals, full disks, failing system calls, power cuts, dead workers, decoders that stop responding',
    outcome: 'The exit code is right, no partial file remains, and the next file is still processed',
    files: ['tests/command/supervisor.test.ts', 'tests/core/workers.test.ts', 'tests/command/robustness.test.ts', 'tests/video/stall.test.ts', 'tests/faults/files.test.ts', 'tests/faults/durability.test.ts', 'tests/faults/threads.test.ts', 'tests/faults/memory.test.ts', 'tests/command/skip-existing.test.ts', 'tests/command/file-names.test.ts', 'tests/platform/part-names.test.ts'],
  },
  {
    heading: 'Shells and packages',
    tried: 'Copied commands in five shells; install scripts of dependencies',
    outcome: 'Commands arrive unchanged; no dependency runs a program during installation',
    files: ['tests/core/command-line.shells.test.ts', 'tests/setup/install-scripts.test.ts'],
  },
]; // biome-ignore format: a table

/** The part of vitest's JSON report that the page needs. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

const BEGINNING = `# Hostile input tests

Fudebako opens files from strangers. This page lists the outcome of every test with hostile input or
injected faults.

| command | effect |
| --- | --- |
| \`npm test\` | runs every case |
| \`npm run reliability\` | runs every case and writes this page |
| \`npm run fuzz -- --seconds 300\` | tests new random input |

The limits are in \`core/base/limits.ts\` and \`core/base/outside-limits.ts\`. [SECURITY.md](../SECURITY.md) states the guarantees.

## Comparison with sharp and FFmpeg

\`npm run compare-images -- FOLDER …\` decodes images with Fudebako and with a reference. The reference is sharp at
\`failOn: 'warning'\`, FFmpeg for BMP, and FFmpeg's HEVC decoder for HEIC. The command lists each pixel difference of more
than 4 of 255, and each warning or refusal that the reference doesn't have. The command fails if no known policy
explains a difference.

The table counts 4,333 images. sharp, FFmpeg, libjpeg-turbo's \`cjpeg\` and libheif's \`heif-enc\` generated 1,120 of these
images from a seed. The other images are files of npm and Debian packages.

| outcome | AVIF | BMP | GIF | HEIC | JPEG | PNG | SVG | WebP | other | all |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| equal, without a warning | 160 | 161 | 192 | 159 | 250 | 2925 | 3 | 184 | 0 | 4034 |
| different edges and fonts, because Fudebako uses resvg and sharp uses librsvg | 0 | 0 | 0 | 0 | 0 | 0 | 287 | 0 | 0 | 287 |
| refused by both | 0 | 0 | 0 | 0 | 3 | 2 | 3 | 1 | 2 | 11 |
| refused by Fudebako only: 4:4:4 HEIC of low quality | 0 | 0 | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 1 |

Images of test suites, such as those of Pillow, libgd and ExifTool, also differ by these policies:

- **BMP**: FFmpeg refuses some files that browsers open. FFmpeg has its own rules for alpha, for colors outside the color table and for skipped pixels.
- **SVG**: a file without a size is rendered at the size of its view box, and without a view box at 300 × 150 px. A file without the SVG namespace is refused, as in browsers.
- **AVIF**: AV1 doesn't define how subsampled chroma is interpolated, so decoders differ. Files with two property lists are refused, as by libavif.
- **GIF**: a file with an LZW minimum code size of more than 8 bits is refused, as by giflib.
- **Color profiles**: color engines interpolate lookup tables differently. A PNG profile with a wrong checksum is ignored with a warning.

## Summary
`;

const cell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/([<>`*_[\]])/g, '\\$1');

/** Returns the page: a summary of the classes, then a table per class with a row per test. */
export function writePage({ testResults }: TestReport, root: string): string {
  const classes = RELIABILITY_CLASSES.map((each) => ({
    ...each,
    rows: each.files.flatMap((file) => {
      const result = testResults.find(({ name }) => name === `${root}/${file}`);
      if (!result) throw new Error(`${file} was not run`);
      return result.assertionResults.map(({ ancestorTitles, title, status }) => ({
        words: cell([...ancestorTitles, title].join(': ')),
        outcome: status === 'passed' ? 'holds' : status === 'failed' ? '**fails**' : 'not run here',
        file,
      }));
    }),
  }));
  const summary = classes.map(({ heading, tried, outcome, rows }) => {
    const holding = rows.filter((row) => row.outcome === 'holds').length;
    return `| ${heading} | ${tried} | ${outcome} | ${holding} of ${rows.length} |`;
  });
  const details = classes.map(({ heading, rows }) => {
    const lines = rows.map(({ words, outcome, file }) => `| ${words} | ${outcome} | ${file} |`);
    return `## ${heading}\n\n| case | outcome | test |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
  });
  const head = '| class | input | required outcome | passed |\n| --- | --- | --- | --- |';
  return [BEGINNING, `${head}\n${summary.join('\n')}\n`, ...details].join('\n');
}

/** Returns the rows of a written page. */
export function readPage(page: string): { readonly words: string; readonly outcome: string; readonly file: string }[] {
  return [...page.matchAll(/^\| (.+) \| (holds|\*\*fails\*\*|not run here) \| (tests\/\S+) \|$/gm)].map(
    ([, words = '', outcome = '', file = '']) => ({ words, outcome, file }),
  );
}
