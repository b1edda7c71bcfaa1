import { useTranslation } from 'react-i18next';
import { screens } from '../../../state/catalogue.ts';
import type { pictureTools } from '../../../state/chain/tools.ts';

/** What a tool around one picture is called: as its operation is. */
export function useToolName(): (route: (typeof pictureTools)[number]) => string {
  const { t } = useTranslation();
  return (route) => {
    const operation = screens.find((screen) => screen.route === route);
    return operation && 'operation' in operation ? t(`core:operations.${operation.operation}.name`) : route;
  };
}
