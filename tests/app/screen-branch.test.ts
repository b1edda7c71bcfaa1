import { expect, it } from 'vitest';
import { branchOf, type ManifestRoutes } from '#app/platform/screen-branch.ts';

const routes: ManifestRoutes = {
  root: { path: '', module: '/root.js' },
  shell: { parentId: 'root', module: '/shell.js' },
  'routes/cropper': { parentId: 'shell', path: 'cropper', module: '/cropper.js', imports: ['/a.js'], css: ['/a.css'] },
};

it('branchOf returns the modules of a screen and of its parents', () => {
  expect(branchOf('cropper', routes).map(({ module }) => module)).toEqual(['/cropper.js', '/shell.js', '/root.js']);
});

it.each(['', undefined, 'nowhere', 'constructor', '__proto__'])('branchOf returns no modules for %s', (screen) => {
  expect(branchOf(screen, routes)).toEqual([]);
});
