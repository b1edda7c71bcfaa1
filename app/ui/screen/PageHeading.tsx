import type { ReactNode } from 'react';

interface PageHeadingProps {
  readonly title: string;
  readonly summary?: string;
  readonly look?: 'tool' | 'page';
  readonly children?: ReactNode;
}

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
