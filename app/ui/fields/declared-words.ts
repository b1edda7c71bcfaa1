import { useTranslation } from 'react-i18next';

/**
 * Returns a function that looks up the words of declared parameters by path, for example `parameters.crop.topX`. The
 * compiler can't check these computed keys; a test does.
 */
export function useDeclaredWords(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => (t as (key: string) => string)(`core:${path}`);
}
