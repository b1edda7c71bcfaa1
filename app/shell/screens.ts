import type { OperationId } from '#core/operations/index.ts';
import { type Screen, type ScreenRoute, screens, type ToolGroup, toolGroups } from '../state/catalogue.ts';

/** The catalogue's screens by their own type, so that every property can be asked for. */
export interface ListedScreen extends Screen {
  readonly route: ScreenRoute;
}
export const listedScreens: readonly ListedScreen[] = screens;

export const hasScreen = (route: string): route is ScreenRoute =>
  listedScreens.some((screen) => screen.route === route);

/** The operation that a screen is the face of, where it has one. */
export const operationOf = (route: string): OperationId | undefined =>
  listedScreens.find((screen) => screen.route === route)?.operation;

/** The first of some screens that exists, as an address; the home page where none does. */
export const firstScreen = (...routes: readonly string[]): string => `/${routes.find(hasScreen) ?? 'home'}`;

/** Where 'Get Started' leads. */
export const getStarted = firstScreen('color_adjuster', 'cropper');

/** The tools that most people come for, in the home page's order. */
export const quickStart = [
  'scaler',
  'cropper',
  'color_adjuster',
  'advanced_text_editor',
] as const satisfies readonly ScreenRoute[];

/** The groups that have a screen, each with its screens, in the catalogue's order. */
export function groupedScreens(
  wanted: (screen: ListedScreen) => boolean = () => true,
): readonly { readonly group: ToolGroup; readonly screens: readonly ListedScreen[] }[] {
  return toolGroups
    .map((group) => ({ group, screens: listedScreens.filter((screen) => screen.group === group && wanted(screen)) }))
    .filter(({ screens }) => screens.length > 0);
}

/** What the sidebar lists. */
export const sidebarGroups = groupedScreens((screen) => !screen.outsideSidebar);
