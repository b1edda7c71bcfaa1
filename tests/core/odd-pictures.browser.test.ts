import { createBrowserPlatform } from '#app/platform/browser.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { describeOddPictures } from './odd-pictures.contract.ts';

const platform = createBrowserPlatform(createBrowserWorkers());
describeOddPictures(() => platform);
