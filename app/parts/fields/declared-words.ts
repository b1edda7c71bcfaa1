import { useTranslation } from 'react-i18next';

/**
 * Finds the words of what operations declare by path, as `parameters.crop.topX`. Their keys are made
 * from declarations, so the compiler does not know them; a test holds declarations and words together.
 */
export function useDeclaredWords(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => (t as (key: string) => string)(`core:${path}`);
}
