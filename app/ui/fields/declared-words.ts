import { useTranslation } from 'react-i18next';

/** Returns translations of parameters by path, for example `parameters.crop.topX`. A test checks these keys. */
export function useDeclaredWords(): (path: string) => string {
  const { t } = useTranslation('core');
  // Without the separator of namespaces, because choices such as `4:2:0` have colons.
  return (path) => (t as (key: string, options: object) => string)(path, { nsSeparator: false });
}
