import type { ReactNode } from 'react';

interface ToolHeadProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Title and description of a tool. `tool-head.css` is part of the page's first stylesheet. */
export function ToolHead({ title, children }: ToolHeadProps) {
  return (
    <header className="tool-head">
      <h1 className="tool-title">{title}</h1>
      {children}
    </header>
  );
}

export function ToolLead({ children }: { readonly children: string }) {
  return <p className="tool-lead">{children}</p>;
}
