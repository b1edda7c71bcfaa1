import { useTranslation } from 'react-i18next';

/** Returns translations of parameters by path, for example `parameters.crop.topX`. A test checks these keys. */
export function useDeclaredWords(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => (t as (key: string) => string)(`core:${path}`);
}
