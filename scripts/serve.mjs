import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** `node scripts/serve.mjs [--port 4173] [--host localhost]`: serves the built app with Node.js alone. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '4173' },
    host: { type: 'string', default: 'localhost' },
    folder: { type: 'string', default: resolve(import.meta.dirname, '../build/client') },
  },
});
const folder = resolve(values.folder);
const shell = join(folder, 'index.html');

const MIME_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
};

/** Matches file types to compress. Images, audio and fonts are already compressed. */
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;

const COMPRESSORS = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};
const compressedFiles = new Map();

/** Files with a content hash in their name, which browsers may cache forever. Browsers revalidate other files. */
const HASHED = /^\/assets\//;

if (!existsSync(shell)) {
  console.error(`No build in ${folder}. Run npm run build first.`);
  process.exit(1);
}

const headersOf = headerRules(join(folder, '_headers'));

const server = createServer((request, response) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, { Allow: 'GET, HEAD' });
  const path = pathOf(request.url ?? '/');
  if (path === undefined) return end(response, 400);
  const file = fileFor(path);
  // Browsers must not cache this response, because a missing file may exist after the next build.
  if (!file) return end(response, 404, { ...headersOf(path), 'Cache-Control': 'no-store' });
  send(request, response, path, file);
});

// Clients reuse idle connections. The default of 5 seconds is so short that a request often meets a closing connection.
server.keepAliveTimeout = 60_000;
server.on('error', (error) => {
  console.error(
    error.code === 'EADDRINUSE' ? `Port ${values.port} is in use. Try another, such as --port 8080.` : error.message,
  );
  process.exit(1);
});
server.listen(Number(values.port), values.host, () => {
  console.log(`Fudebako is at http://${values.host}:${server.address().port}/`);
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
  });

/** Returns the decoded path of a URL, or `undefined` if the URL is malformed. */
function pathOf(url) {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

/** Returns the path of a file in the build, the HTML fallback for page routes, or `undefined`. */
function fileFor(path) {
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep) || path.includes('\0')) return path === '/' ? shell : undefined;
  if (existsSync(file) && statSync(file).isFile()) return file;
  const isAddress = extname(path) === '.html' || !(extname(path) in MIME_TYPES);
  if (!isAddress || HASHED.test(path)) return undefined;
  // Some routes have a separate HTML document in the build.
  return existsSync(`${file}.html`) ? `${file}.html` : shell;
}

function send(request, response, path, file) {
  const { size, mtimeMs } = statSync(file);
  const type = MIME_TYPES[extname(file)] ?? 'application/octet-stream';
  const etag = `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
  const headers = {
    ...headersOf(path),
    'Content-Type': type,
    'Cache-Control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
  };
  if (request.headers['if-none-match'] === etag) return end(response, 304, headers);

  const range = rangeOf(request.headers.range, size);
  if (range === null) return end(response, 416, { ...headers, 'Content-Range': `bytes */${size}` });
  const encoding = range || !COMPRESSIBLE.test(type) ? undefined : encodingFor(request.headers['accept-encoding']);
  const status = range ? 206 : 200;
  if (encoding) Object.assign(headers, { 'Content-Encoding': encoding, Vary: 'Accept-Encoding' });
  else
    Object.assign(headers, { 'Content-Length': range ? range.end - range.start + 1 : size, 'Accept-Ranges': 'bytes' });
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${size}`;
  response.writeHead(status, headers);
  if (request.method === 'HEAD') return response.end();

  // Ignores errors of connections that a browser has closed.
  if (!encoding) return pipeline(createReadStream(file, range), response, () => {});
  compressed(file, etag, encoding).then(
    (bytes) => response.end(bytes),
    () => response.destroy(),
  );
}

function end(response, status, headers = {}) {
  response.writeHead(status, headers).end();
}

function encodingFor(accepted = '') {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}

/** Compresses a file, and caches the result in memory until the file changes. The whole build needs a few megabytes. */
function compressed(file, etag, encoding) {
  const key = `${file} ${encoding}`;
  const cached = compressedFiles.get(key);
  if (cached?.etag === etag) return cached.bytes;
  const bytes = readFile(file).then(COMPRESSORS[encoding]);
  compressedFiles.set(key, { etag, bytes });
  // Removes a failed read from the cache, so that the next request tries again.
  bytes.catch(() => compressedFiles.delete(key));
  return bytes;
}

/** Parses one byte range. Returns `undefined` for other headers, `null` for a range outside of the file. */
function rangeOf(header, size) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const last = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return start <= last ? { start, end: last } : null;
}

/** Reads `_headers`, so that tests use the app's policy. Reads again after a build, which changes the hashes. */
function headerRules(file) {
  let [rules, readAt] = [[], undefined];
  const applies = (rule, path) =>
    rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path;
  return (path) => {
    const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (writtenAt !== readAt)
      [rules, readAt] = [writtenAt ? parseHeaderRules(readFileSync(file, 'utf8')) : [], writtenAt];
    return Object.assign({}, ...rules.filter((rule) => applies(rule, path)).map((rule) => rule.headers));
  };
}

/** Parses `_headers`: a path, then indented header lines. A final `*` in a path matches any text. */
function parseHeaderRules(text) {
  const rules = [];
  for (const line of text.split('\n')) {
    if (!line.trim() || line.startsWith('#')) continue;
    const [, name, value] = /^\s+([\w-]+):\s*(.+)$/.exec(line) ?? [];
    if (name) rules.at(-1).headers[name] = value.trim();
    else rules.push({ path: line.trim(), headers: {} });
  }
  return rules;
}
