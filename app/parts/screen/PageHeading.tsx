import type { ReactNode } from 'react';

interface PageHeadingProps {
  readonly title: string;
  readonly summary?: string;
  /** `page` for something to read; a tool's is smaller, to leave the room to its stage. */
  readonly look?: 'tool' | 'page';
  /** What stands at the end of the heading's line. */
  readonly children?: ReactNode;
}

/** The one `h1` of a screen, which takes focus after navigation. */
export function PageHeading({ title, summary, look = 'tool', children }: PageHeadingProps) {
  return (
    <header className={`flex flex-wrap items-end justify-between gap-x-6 gap-y-3 ${look === 'page' ? 'mb-6' : 'mb-4'}`}>
      <div>
        <h1 className={look === 'page' ? 'text-title tracking-tight' : 'text-heading'}>{title}</h1>
        {summary && <p className={look === 'page' ? 'mt-1 text-muted' : 'text-small text-muted'}>{summary}</p>}
      </div>
      {children}
    </header>
  );
}
