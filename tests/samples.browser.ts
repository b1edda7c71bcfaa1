/** The URL of the sample files on the test server; empty without samples. */
export const samplesUrl: string = import.meta.env.SAMPLES_URL ?? '';

/** Fetches a sample as a `File`, as from a file picker. */
export async function fetchSample(name: string): Promise<File> {
  const response = await fetch(`${samplesUrl}/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new File([await response.blob()], name.split('/').at(-1) ?? name);
}
