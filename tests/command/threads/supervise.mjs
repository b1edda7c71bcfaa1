import { supervise } from '../../../scripts/platform/supervisor.mjs';

supervise(new URL('./spinning.mjs', import.meta.url), process.argv.slice(2));
