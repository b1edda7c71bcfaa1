import { useTranslation } from 'react-i18next';
import { type ImageToolRoute, toolOf } from '../tools/catalog.ts';

/** Returns a function that names an image tool after its operation. */
export function useToolName(): (route: ImageToolRoute) => string {
  const { t } = useTranslation();
  return (route) => {
    const operation = toolOf(route)?.operation;
    return operation ? t(`core:operations.${operation}.name`) : route;
  };
}
