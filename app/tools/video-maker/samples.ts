import { fetchSample } from '../../image-tool/samples.ts';
import { showError } from '../../messages/errors.ts';
import { toolOf } from '../catalog.ts';
import type { VideoProject } from './video-project.ts';

export async function openSamples(project: VideoProject): Promise<void> {
  const { samples = [] } = toolOf(project.maker.tool) ?? {};
  const files = await Promise.all(samples.map(fetchSample)).catch(showError);
  if (files) await project.addFiles(files, undefined);
}
