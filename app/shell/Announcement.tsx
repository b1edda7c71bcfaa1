import { useEffect, useState } from 'react';
import { useAnnouncement } from '../notices/announce.ts';

const SHOWN_MS = 4000;

/** Announces completed actions. The live region exists before its text, because screen readers read only changes. */
export default function Announcement() {
  const { text, count } = useAnnouncement();
  const [shown, setShown] = useState(0);
  useEffect(() => {
    setShown(count);
    const timer = setTimeout(() => setShown(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <p
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-6 z-40 mx-auto w-fit max-w-[calc(100vw-24px)]"
    >
      {shown === count && text && (
        <span className="block rounded-base border border-line bg-surface px-4 py-2 shadow-lift">{text}</span>
      )}
    </p>
  );
}
