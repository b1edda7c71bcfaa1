import { startTransition, useEffect, useState } from 'react';

let seen = false;

/** Returns false until the home page's first frame is painted. Less important content renders afterwards. */
export function useFirstFrame(): boolean {
  const [isSeen, setSeen] = useState(seen);
  useEffect(() => {
    if (seen) return;
    let task: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => {
        seen = true;
        startTransition(() => setSeen(true));
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  }, []);
  return isSeen;
}
