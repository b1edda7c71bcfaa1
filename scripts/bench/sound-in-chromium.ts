import { withBenchPage } from './in-chromium.ts';
import { ENCODERS, type EncoderName, type PageBench } from './page-bench.ts';

/** `npm run bench -- --chromium`: measures time and memory of WAV to MP3 in Chromium, with the app's worker and other libraries. */

const ROUNDS = 3;
const minutes = Number(process.argv[2] ?? 3);

await withBenchPage(async (inBrowser) => {
  const run = (work: (run: PageBench['run'], peak: () => number) => Promise<void>) =>
    inBrowser((page, peak) =>
      work(
        (encoder, length) =>
          page.evaluate(([name, of]) => (globalThis as unknown as { bench: PageBench }).bench.run(name, of), [
            encoder,
            length,
          ] as const),
        peak,
      ),
    );
  await run(async (encode) => {
    const best = new Map<EncoderName, { ms: number; bytes: number }>();
    for (let round = 0; round <= ROUNDS; round++)
      for (const encoder of ENCODERS) {
        const result = await encode(encoder, minutes);
        // Ignores the first round, which also loads and compiles code.
        if (round > 0 && result.ms < (best.get(encoder)?.ms ?? Infinity)) best.set(encoder, result);
      }
    for (const [encoder, { ms, bytes }] of best)
      process.stdout.write(`${encoder}: ${Math.round(ms)} ms at best, ${Math.round(bytes / 1000)} kB\n`);
  });
  for (const length of [1, 60])
    await run(async (encode, peak) => {
      await encode('fudebako', length);
      process.stdout.write(`fudebako, ${length} min: ${Math.round(peak())} MB at the peak, all processes together\n`);
    });
});
