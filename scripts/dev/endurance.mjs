import { ensureBrowser, ensureBuild, ensureDependencies, run } from './setup/prepare.mjs';

/** `npm run endurance`: runs the app for minutes in one browser tab and checks for memory leaks. */
await ensureDependencies();
await ensureBrowser();
await ensureBuild();
process.exitCode = run('npx', ['playwright', 'test', '--workers', '1', 'e2e/endurance.spec.ts'], {
  env: { FUDEBAKO_ENDURANCE: '1' },
})
  ? 0
  : 1;
