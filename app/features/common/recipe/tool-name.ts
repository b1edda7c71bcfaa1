import { useTranslation } from 'react-i18next';
import { screens } from '../../../state/catalogue.ts';
import type { pictureTools } from '../../../state/recipe/tools.ts';

/** Returns a function that names an image tool after its operation. */
export function useToolName(): (route: (typeof pictureTools)[number]) => string {
  const { t } = useTranslation();
  return (route) => {
    const operation = screens.find((screen) => screen.route === route);
    return operation && 'operation' in operation ? t(`core:operations.${operation.operation}.name`) : route;
  };
}
