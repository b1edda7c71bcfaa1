import { createBrowserPlatform } from '#app/platform/browser.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { describeSvg } from './svg.contract.ts';

const platform = createBrowserPlatform(createBrowserWorkers());
describeSvg(() => platform);
