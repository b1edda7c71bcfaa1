import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';

export const PALETTE_INPUT = 'min-w-0 flex-1 bg-transparent py-3.5 outline-none placeholder:text-muted';

export function PaletteField({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b border-line px-4">
      <Search aria-hidden="true" strokeWidth={1.75} className="size-5 flex-none text-muted" />
      {children}
    </div>
  );
}
