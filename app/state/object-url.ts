import { useEffect, useState } from 'react';

/** An address for what is in memory or on the visitor's disk, for as long as it is shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => setUrl(blob && URL.createObjectURL(blob)), [blob]);
  // Cleanup runs after the next address is in the page: a player or a link never has one that is gone.
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return url;
}
