import { ensureBrowser, ensureBuild, ensureDependencies, run } from './setup/prepare.mjs';

/** `npm run endurance`: checks for memory leaks during minutes of work in one browser tab. */
await ensureDependencies();
await ensureBrowser();
await ensureBuild();
process.exitCode = run('npx', ['playwright', 'test', '--workers', '1', 'e2e/endurance.spec.ts'], {
  env: { FUDEBAKO_ENDURANCE: '1' },
})
  ? 0
  : 1;
