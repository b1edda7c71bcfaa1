import { startTransition, useEffect, useState } from 'react';

let seen = false;

/** False until a frame of the home page has been painted, which is so once in a visit: what can wait is then drawn. */
export function useFirstFrame(): boolean {
  const [isSeen, setSeen] = useState(seen);
  useEffect(() => {
    if (seen) return;
    let task: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // The frame is painted when its callbacks have run.
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
