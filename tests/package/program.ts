/** A program that uses the library's types; comments mark the lines that must not compile. */
export const PROGRAM = `
import { Writable } from 'node:stream';
import * as fudebako from 'fudebako';
import { describeError, FudebakoError, inspect, type InputsOf, type ParametersOf, run, runRecipe } from 'fudebako';

const inputs: InputsOf<'scale'> = { image: 'in.png' };
const params: ParametersOf<'scale'> = { factor: 0.5 };
const result = await run('scale', inputs, params, { output: 'small.webp' });
const path: string = result.path;
console.log(result.format, result.width, '×', result.height);
const details: fudebako.Inspection = await inspect('in.png');
if (details.kind === 'image') console.log(details.kind, details.format, details.width);
// @ts-expect-error audio has no width
if (details.kind === 'audio') console.log(details.width);
let streamed = 0;
const sink = new Writable({
  write(chunk: Uint8Array, _encoding, done) {
    streamed += chunk.length;
    done();
  },
});
const recipe: fudebako.Recipe = { version: 1, steps: [{ operation: 'scale', params: { width: 10 } }] };
const { size }: fudebako.StreamResult = await runRecipe(recipe, 'in.png', { output: sink });
console.log(streamed === size, sink.writableFinished);
const web = (): Promise<fudebako.StreamResult> =>
  run('convert', inputs, {}, { output: new TransformStream<Uint8Array, Uint8Array>().writable });
const unknown: fudebako.ResultOptions = {};
const any: fudebako.OutputResult = await run('convert', inputs, {}, unknown);
const metadata: fudebako.MetadataChoice = 'profile';
const family: fudebako.FontFamily = 'Inter';
const code: fudebako.ErrorCode = 'imageLoad';
const codes: readonly fudebako.ErrorCode[] = fudebako.errorCodes;
try {
  // @ts-expect-error a required parameter is left out
  await run('write-vertical', {}, { author: '芭蕉' });
} catch (error) {
  if (!(error instanceof FudebakoError)) throw error;
  console.log(describeError(error), error.message, error.code, codes.includes(error.code));
}
// @ts-expect-error there is no such code
const noCode: fudebako.ErrorCode = 'imageLost';
// @ts-expect-error there is no such operation
const wrong: Parameters<typeof run>[0] = 'sharpen-pencils';
// @ts-expect-error a result in memory has no path
const other: string = (await run('convert', inputs)).path;
void [path, wrong, other, web, any, metadata, family, code, noCode];
`;

/** A program without the types of the DOM and of Node.js. It declares the globals that it uses. */
export const PLAIN_PROGRAM = `
import { type ByteStream, type FileInput, inspect, open, type OutputResult, run, runRecipe } from 'fudebako';

declare class URL {
  readonly href: string;
  readonly protocol: string;
  constructor(url: string);
}
declare const stream: ByteStream;
declare const signal: NonNullable<NonNullable<Parameters<typeof inspect>[1]>['signal']>;
const { bytes } = await run('scale', { image: new Uint8Array(3) }, { width: 3 }, { signal });
const files: readonly FileInput[] = ['in.png', new URL('file:///in.png'), bytes, stream];
using image = await open(bytes);
const results: OutputResult[] = await run('convert', { image }, {}, { outputs: [{ output: new URL('file:///a.png') }] });
void [files, results, await inspect(stream), await runRecipe([], 'in.png', { folder: 'files' })];
`;
