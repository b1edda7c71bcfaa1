import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Warning } from '#core/platform/context.ts';

/** Lists decoder warnings, one line per image, while the images are open. */
export function ImageWarnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="image-warnings">
      {warnings.map(({ code, data }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two images can have the same name and warning
        <p key={index}>
          <TriangleAlert aria-hidden size={16} strokeWidth={1.75} />
          <span>
            <strong>{data.name}</strong> {t(`core:warnings.${code}`, data)}
          </span>
        </p>
      ))}
    </div>
  );
}
