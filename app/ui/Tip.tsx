import type { ReactNode } from 'react';

/** Icon of a button from react-aria-components, which has no `title`, with a tooltip over the whole button. */
export const Tip = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <span className="tip" title={text}>
    {children}
  </span>
);
