import type { ReactNode } from 'react';

interface PageHeadingProps {
  readonly title: string;
  readonly summary?: string;
  /** What stands at the end of the heading's line. */
  readonly children?: ReactNode;
}

/** The one `h1` of a screen, which takes focus after navigation. */
export function PageHeading({ title, summary, children }: PageHeadingProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-title tracking-tight">{title}</h1>
        {summary && <p className="mt-1 text-muted">{summary}</p>}
      </div>
      {children}
    </header>
  );
}
