import { FudebakoError } from '#core/base/errors.ts';
import { showError } from '../../state/errors.ts';

/** The picture that most tools begin with. */
export const SAMPLE_URL = '/samples/sample.jpg';

/**
 * A small file made for the project, which the build has with it.
 * @throws FudebakoError `sampleLoad`
 */
export async function fetchSample(url: string): Promise<File> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const blob = await response.blob();
    return new File([blob], url.slice(url.lastIndexOf('/') + 1), { type: blob.type });
  } catch (cause) {
    throw new FudebakoError('sampleLoad', {}, { cause });
  }
}

/** 'Try a sample': a sample that cannot be fetched is reported as such; what becomes of the file is the tool's to report. */
export async function openSampleWith(url: string, open: (file: File) => unknown): Promise<void> {
  const file = await fetchSample(url).catch(showError);
  if (file) await open(file);
}
