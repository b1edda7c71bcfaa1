import type { HTMLAttributes, ReactNode } from 'react';

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly level?: 2 | 3;
}

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
