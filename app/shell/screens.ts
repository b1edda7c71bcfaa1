import { type QuickStartRoute, type ScreenRoute, screens, tools } from '../tools/catalog.ts';
import { type Screen, type ToolGroup, toolGroups } from '../tools/manifest.ts';

export interface ListedScreen extends Screen {
  readonly route: ScreenRoute;
}
export const listedScreens: readonly ListedScreen[] = screens;

export const hasScreen = (route: string): route is ScreenRoute =>
  listedScreens.some((screen) => screen.route === route);

/** Returns the address of the first given route that exists in this build, otherwise of the home page. */
export const firstScreen = (...routes: readonly string[]): string => `/${routes.find(hasScreen) ?? 'home'}`;

export const getStarted = firstScreen('color_adjuster', 'cropper');

export const quickStart: readonly QuickStartRoute[] = tools
  .flatMap((tool) => ('quickStart' in tool ? [tool] : []))
  .toSorted((a, b) => a.quickStart - b.quickStart)
  .map(({ route }) => route);

export function groupedScreens(
  wanted: (screen: ListedScreen) => boolean = () => true,
): readonly { readonly group: ToolGroup; readonly screens: readonly ListedScreen[] }[] {
  return toolGroups
    .map((group) => ({ group, screens: listedScreens.filter((screen) => screen.group === group && wanted(screen)) }))
    .filter(({ screens }) => screens.length > 0);
}

export const sidebarGroups = groupedScreens((screen) => !screen.outsideSidebar);
