import type { ReactNode } from 'react';

interface ToolHeadProps {
  readonly title: string;
  /** On the title's line. */
  readonly children?: ReactNode;
}

/** The title's line of a tool that fills the window. Its style (`tool-head.css`) comes with the page's own. */
export function ToolHead({ title, children }: ToolHeadProps) {
  return (
    <header className="tool-head">
      <h1 className="tool-title">{title}</h1>
      {children}
    </header>
  );
}

/** What the tool does, in one sentence. */
export function ToolLead({ children }: { readonly children: string }) {
  return <p className="tool-lead">{children}</p>;
}
