import type { HTMLAttributes, ReactNode } from 'react';

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  /** A heading above the content; the card is then a region of that name. */
  readonly title?: ReactNode;
  /** What stands at the end of the heading's line. */
  readonly aside?: ReactNode;
  readonly level?: 2 | 3;
}

/** A sheet of paper that holds one thing. */
export function Card({ title, aside, level = 2, className = '', children, ...props }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section {...props} className={`card p-5 ${className}`}>
      {title && (
        <div className="mb-2 flex items-baseline justify-between gap-4">
          <Heading>{title}</Heading>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
