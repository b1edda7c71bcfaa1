import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';

interface Change {
  readonly file: RegExp;
  /** Returns a package's changed source. Throws if a new version of the package lacks the code to change. */
  readonly apply: (source: string, emit: (name: string, source: string) => string) => string;
}

function between(source: string, start: string, end: string): { readonly text: string; readonly whole: string } {
  const from = source.indexOf(start);
  const to = source.indexOf(end, from + start.length);
  if (from < 0 || to < 0) throw new Error(`“${start}” … “${end}” not found`);
  return { text: source.slice(from + start.length, to), whole: source.slice(from, to + end.length) };
}

/** Changes to the code of packages. Moves inline workers into files, because the app's policy (CSP) forbids `blob:`. */
const changes: readonly Change[] = [
  {
    file: /\/@mediabunny\/aac-encoder\/dist\/bundles\/mediabunny-aac-encoder\.mjs$/,
    apply(source, emit) {
      const { text, whole } = between(source, 'return inlineWorker(', ');\n}');
      const url = emit('aac-encoder.worker.js', runInNewContext(text) as string);
      return source.replace(whole, () => `return Promise.resolve(new Worker(${url}));\n}`);
    },
  },
  {
    file: /\/mediabunny\/dist\/modules\/src\/media-sink\.js$/,
    apply(source, emit) {
      const { text } = between(source, 'const colorAlphaMergerWorkerCode = ', '\n};\n');
      const { whole } = between(source, 'const blob = new Blob([`(${colorAlphaMergerWorkerCode.toString()', '(blob);');
      const url = emit('alpha-merger.worker.js', `(${text}\n})();\n`);
      return source.replace(whole, () => `mergerWorkerUrl = ${url};`);
    },
  },
  {
    /** Removes color names that only WebKit reports, because mediabunny rejects names that WebCodecs doesn't define. */
    file: /\/mediabunny\/dist\/modules\/src\/sample\.js$/,
    apply(source) {
      const whole = 'new VideoSampleColorSpace(data.colorSpace);';
      if (source.split(whole).length !== 2) throw new Error(`“${whole}” must occur once`);
      return source.replace(
        whole,
        () => `new VideoSampleColorSpace({
          primaries: data.colorSpace.primaries in COLOR_PRIMARIES_MAP ? data.colorSpace.primaries : null,
          transfer: data.colorSpace.transfer in TRANSFER_CHARACTERISTICS_MAP ? data.colorSpace.transfer : null,
          matrix: data.colorSpace.matrix in MATRIX_COEFFICIENTS_MAP ? data.colorSpace.matrix : null,
          fullRange: data.colorSpace.fullRange,
        });`,
      );
    },
  },
  {
    /** Replaces a function of Emscripten that compiles code from text, because the app's policy (CSP) forbids this. */
    file: /\/woff2-encoder\/dist\/decompress\.js$/,
    apply(source) {
      const { text, whole } = between(source, 'return Ab(A,function(A,I,C,g,B,Q){', '.apply(null,h)}');
      if (!text.includes('h=[P,g,B,AQ,I[0],I[1]]')) throw new Error('woff2-encoder has changed its names');
      return source.replace(
        whole,
        () => `return Ab(A,function(A,I,C,g,B){
          const [result, , ...types] = I;
          return (...values) => {
            if (values.length !== types.length) P(\`function \${A} called with \${values.length} arguments\`);
            const allocated = [];
            const returned = g(B, ...types.map((type, at) => type.toWireType(allocated, values[at])));
            AQ(allocated);
            return result.name === "void" ? undefined : result.fromWireType(returned);
          };
        }`,
      );
    },
  },
  {
    /** Shows the error page if a screen can't be fetched. Remix would reload the page, which would lose open work. */
    file: /\/@remix-run\/react\/dist\/esm\/routeModules\.js$/,
    apply(source) {
      const { whole } = between(source, 'window.location.reload();', '});');
      return source.replace(whole, 'throw error;');
    },
  },
  {
    /** Removes the option `once` of a listener. With this option, react-aria would keep removed elements in memory. */
    file: /\/react-aria\/dist\/private\/utils\/runAfterTransition\.mjs$/,
    apply(source) {
      const { text, whole } = between(source, "addEventListener('transitioncancel', ", ');');
      const [listener, options] = text.split(', ');
      if (!options?.includes('once: true')) throw new Error('react-aria has changed its listeners');
      return source.replace(whole, () => `addEventListener('transitioncancel', ${listener});`);
    },
  },
  {
    /** Replaces `supportedLocalesOf` (12 ms at every start) by `getCanonicalLocales`, which rejects the same tags. */
    file: /\/react-aria\/dist\/private\/i18n\/useDefaultLocale\.mjs$/,
    apply(source) {
      const { whole } = between(source, 'Intl.DateTimeFormat.supportedLocalesOf([', ']);');
      return source.replace(whole, 'Intl.getCanonicalLocales(locale);');
    },
  },
];

/** In builds, applies `changes` to the code of packages: for the app's CSP, for browsers and for a faster start. */
export const fittedLibraries = (): Plugin => ({
  name: 'fudebako-fitted-libraries',
  apply: 'build',
  enforce: 'pre',
  transform(code, id, options) {
    const path = id.split('?', 1)[0]?.replaceAll('\\', '/') ?? '';
    const change = options?.ssr ? undefined : changes.find(({ file }) => file.test(path));
    if (!change) return null;
    const emit = (name: string, source: string) =>
      `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`;
    return { code: change.apply(code, emit), map: null };
  },
});
