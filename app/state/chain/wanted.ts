import { useEffect } from 'react';
import { create } from 'zustand';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { ScreenRoute } from '../catalogue.ts';

type Params = Readonly<Record<string, unknown>>;

interface Wanted {
  readonly route: ScreenRoute;
  readonly params: Params;
  /** As it stands in the chain. */
  readonly step?: RecipeStep | undefined;
}

interface WantedState {
  /** Settings for a tool: of a step that is to be edited, or as somebody has typed them. Parsed already. */
  readonly wanted: Wanted | undefined;
}

const useWantedStore = create<WantedState>(() => ({ wanted: undefined }));

export const wantSettings = (route: ScreenRoute, params: Params, step?: RecipeStep): void =>
  useWantedStore.setState({ wanted: { route, params, step } });

/**
 * Sets a tool's fields to what is wanted of it.
 * @param take nothing while the tool is not ready
 */
export function useWantedSettings(
  route: string,
  take: ((params: Params, step: RecipeStep | undefined) => void) | undefined,
): void {
  const wanted = useWantedStore((state) => state.wanted);
  useEffect(() => {
    if (!take || wanted?.route !== route) return;
    useWantedStore.setState({ wanted: undefined });
    take(wanted.params, wanted.step);
  }, [wanted, route, take]);
}
