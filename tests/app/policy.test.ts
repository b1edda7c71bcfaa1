import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screens } from '#app/tools/catalog.ts';
import { clientFolder } from '#scripts/dev/build/first-load.ts';
import { headerPolicy, inlineScripts, LIBRARY_STYLES, metaPolicy } from '#scripts/dev/build/policy.ts';

const modules = resolve(import.meta.dirname, '../../node_modules');

/** Parses a Content Security Policy into its directives. */
const parse = (policy: string) =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );

describe('the Content Security Policy', () => {
  it('is computed from the exact text of each inline script', () => {
    const html = '<script>a<b</script><script src="/x.js"></script><script type="module" async="">\nc</script>';
    expect(inlineScripts(html)).toEqual(['a<b', '\nc']);
  });

  it('allows no eval and no other origin', () => {
    for (const policy of [metaPolicy(['a']), headerPolicy(['a'])]) {
      expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|https?:|\*|data:/);
      const directives = parse(policy);
      expect(directives.get('default-src')).toEqual(["'none'"]);
      expect(directives.get('connect-src')).toEqual(["'self'"]);
      for (const name of ['script-src', 'worker-src', 'style-src']) {
        expect(directives.get(name)).toContain("'self'");
        expect(directives.get(name)).not.toContain('blob:');
      }
      expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
    }
  });

  it('sets frame-ancestors in the header only', () => {
    expect(parse(headerPolicy([])).get('frame-ancestors')).toEqual(["'none'"]);
    // The policy in the <meta> element omits frame-ancestors, because browsers ignore it there with a warning.
    expect(parse(metaPolicy([])).has('frame-ancestors')).toBe(false);
  });

  it('allows the exact styles that react-aria adds', () => {
    const sourceOf = (path: string) => readFileSync(join(modules, 'react-aria/dist/private', path), 'utf8');
    const added = ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs'].map((path) => {
      const source = sourceOf(path);
      const attribute = /PRESSABLE_ATTRIBUTE = '([\w-]+)'/.exec(source)?.[1] ?? '';
      const style = /style\.textContent = `([^`]*)`\.trim\(\)/.exec(source)?.[1];
      return style?.replace(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/, attribute).trim();
    });
    expect(added).toEqual(LIBRARY_STYLES);
  });
});

describe.skipIf(!existsSync(clientFolder))('the built page (needs npm run build)', () => {
  const read = (name: string) => readFileSync(join(clientFolder, name), 'utf8');
  const html = existsSync(clientFolder) ? read('index.html') : '';
  const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';

  it('states the policy before its first script, with the hash of each inline script', () => {
    expect(html.indexOf('http-equiv="Content-Security-Policy"')).toBeLessThan(html.indexOf('<script'));
    const scripts = [...html.matchAll(/<script(?: type="module" async="")?>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(1);
    for (const [, script = ''] of scripts) expect(meta).toContain(createHash('sha256').update(script).digest('base64'));
    expect(html).not.toMatch(/ style="| on\w+="|javascript:/);
  });

  it('states the same policy in its headers, except frame-ancestors', () => {
    const header = /Content-Security-Policy: (.*)/.exec(read('_headers'))?.[1] ?? '';
    const { 'frame-ancestors': framing, ...same } = Object.fromEntries(parse(header));
    expect(framing).toEqual(["'none'"]);
    expect(same).toEqual(Object.fromEntries(parse(meta)));
  });

  it('exists under every address for static hosts, and as a 404 page', () => {
    const FIRST_WINDOW = /<template id="first-(\w+)-(?:en|ja)" [^>]*>[\s\S]*?<\/template>/g;
    const HEAD = /<title>[^<]*<\/title>|<meta name="description" [^>]*>/g;
    const firstWindows = (text: string) => [...text.matchAll(FIRST_WINDOW)].map(([, screen]) => screen);
    const shared = (text: string) => text.replace(FIRST_WINDOW, '').replace(HEAD, '');
    const names = ['home', ...screens.map(({ route }) => route)];
    for (const name of ['404', ...names]) {
      const document = read(`${name}.html`);
      expect(shared(document), name).toBe(shared(html));
      // The HTML file of a route contains, in both languages, only this route's loading placeholder.
      expect(firstWindows(document), name).toEqual(firstWindows(html).filter((screen) => screen === name));
    }
    expect(new Set(firstWindows(html))).toEqual(new Set(names));
    expect(existsSync(join(clientFolder, '_redirects'))).toBe(false);
  });

  it('starts no worker from a blob URL and calls no eval', () => {
    const scripts = readdirSync(join(clientFolder, 'assets')).filter((name) => name.endsWith('.js'));
    const starts = /inlineWorker\(|new Worker\(URL\.createObjectURL|\(Function,\w+\)\.apply/;
    expect(scripts.filter((name) => starts.test(read(join('assets', name))))).toEqual([]);
    expect(scripts.some((name) => name.startsWith('aac-encoder.worker-'))).toBe(true);
  });
});
