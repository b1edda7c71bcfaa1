import { describe, expect, it } from 'vitest';
import { screens } from '#app/tools/catalog.ts';
import { sharedFileOf } from '#scripts/dev/build/shared-files.ts';

const route = (name: string) => `/app/routes/${name}.tsx`;
const groups = new Map<string, string>(screens.map(({ route, group }) => [route, group]));
const imageTools = [...groups.keys()].filter((name) => ['image', 'text'].includes(groups.get(name) ?? ''));

const importsOf =
  (table: Readonly<Record<string, readonly string[]>>, later: Readonly<Record<string, readonly string[]>> = {}) =>
  (id: string) => ({ importers: table[id] ?? [], dynamicImporters: later[id] ?? [] });

/**
 * Returns the chunk of `x.ts`, which only `Part.tsx` imports. `importers` import that file statically, `later` lazily.
 */
const fileOf = (importers: readonly string[], later: readonly string[] = []) =>
  sharedFileOf(
    '/app/ui/x.ts',
    importsOf({ '/app/ui/x.ts': ['/app/ui/Part.tsx'], '/app/ui/Part.tsx': importers }, { '/app/ui/Part.tsx': later }),
  );

describe('chunks that screens share', () => {
  it('contain no module that only a few tools import', () => {
    expect(fileOf(imageTools.slice(0, 3).map(route))).toBeUndefined();
    expect(fileOf(['sound_to_video', 'video_playback'].map(route))).toBeUndefined();
  });

  it('contain modules of most image tools, in separate chunks if other tools import the modules too', () => {
    const most = imageTools.slice(2).map(route);
    expect(fileOf(most)).toBe('picture-tools');
    expect(fileOf([...most, route('wav_to_mp3')])).toBe('most-tools');
    expect(fileOf([...most, route('wav_to_mp3'), route('video_playback')])).toBe('all-tools');
  });

  it('never mix modules that pages without tools import on demand with modules that only tools import', () => {
    const every = imageTools.map(route);
    expect(fileOf(every, ['/app/shell/Shell.tsx'])).toBe('picture-tools-and-frame');
    expect(fileOf([...every, route('video_playback')], [route('privacy')])).toBe('all-tools-and-frame');
    expect(fileOf(every, [route('cropper'), '/app/tools/crop/Cropper.tsx'])).toBe('picture-tools');
  });

  it('are named frame or react for modules that pages without tools load at their start', () => {
    const every = imageTools.map(route);
    expect(fileOf([...every, route('privacy')])).toBe('frame');
    expect(fileOf([...every, '/app/root.tsx'])).toBe('frame');
    expect(fileOf([...every, '/app/shell/Shell.tsx'])).toBe('frame');
    expect(sharedFileOf('/node_modules/react-dom/client.js', () => ({ importers: every, dynamicImporters: [] }))).toBe(
      'react',
    );
  });

  it('count every tool that imports a module, even indirectly through a module of the page’s frame', () => {
    const imports = importsOf({
      '/app/session/y.ts': ['/app/shell/Sidebar.tsx'],
      '/app/shell/Sidebar.tsx': imageTools.map(route),
    });
    expect(sharedFileOf('/app/session/y.ts', imports)).toBe('picture-tools');
  });

  it('contain no modules that import each other in a cycle', () => {
    expect(sharedFileOf('/a.ts', importsOf({ '/a.ts': ['/b.ts'], '/b.ts': ['/a.ts'] }))).toBeUndefined();
  });
});
