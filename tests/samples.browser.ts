/** Where the test server serves the sample files from; empty where there are none. */
export const samplesUrl: string = import.meta.env.SAMPLES_URL ?? '';

/** A sample as the page would get it from a picker. */
export async function fetchSample(name: string): Promise<File> {
  const response = await fetch(`${samplesUrl}/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new File([await response.blob()], name.split('/').at(-1) ?? name);
}
