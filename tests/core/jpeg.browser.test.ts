import { createBrowserPlatform } from '#app/platform/browser.ts';
import { inlineWorkers } from '#app/platform/workers.ts';
import { describeJpeg } from './jpeg.contract.ts';

const platform = createBrowserPlatform(inlineWorkers);
describeJpeg(() => platform);
