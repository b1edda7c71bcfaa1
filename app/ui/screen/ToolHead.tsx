import type { ReactNode } from 'react';

interface ToolHeadProps {
  readonly title: string;
  /** Description of the tool, until an image is open. */
  readonly lead?: string | undefined;
  readonly children?: ReactNode;
}

/** Title row of a tool. `tool-head.css` is part of the page's first stylesheet. */
export function ToolHead({ title, lead, children }: ToolHeadProps) {
  return (
    <header className="tool-head">
      <h1 className="tool-title">{title}</h1>
      {lead && <p className="tool-lead">{lead}</p>}
      {children}
    </header>
  );
}
