import { showError } from '../../state/errors.ts';
import { fetchSample } from '../common/samples.ts';
import type { VideoProject } from './video-project.ts';

const SOUND = '/samples/sample.mp3';
const PICTURES = ['/samples/sample.jpg', '/home/cropper.webp', '/home/scaler.webp'];

export async function openSamples(project: VideoProject): Promise<void> {
  const addresses = [SOUND, ...PICTURES.slice(0, project.maker.mainSlots)];
  const files = await Promise.all(addresses.map(fetchSample)).catch(showError);
  if (files) await project.addFiles(files, undefined);
}
