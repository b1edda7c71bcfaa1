import { useEffect, useState } from 'react';

/** Returns an object URL for as long as the component shows the blob. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => setUrl(blob && URL.createObjectURL(blob)), [blob]);
  // Cleanup runs after the next URL is rendered, so no element ever has a revoked URL.
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return url;
}
