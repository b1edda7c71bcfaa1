import { useTranslation } from 'react-i18next';

/**
 * Returns a function that returns translations of declared parameters by path, for example `parameters.crop.topX`. A
 * test checks these computed keys, because the compiler can't.
 */
export function useDeclaredWords(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => (t as (key: string) => string)(`core:${path}`);
}
