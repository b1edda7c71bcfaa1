import { useEffect } from 'react';
import { create } from 'zustand';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { ScreenRoute } from '../../features/catalog.ts';

type Params = Readonly<Record<string, unknown>>;

interface Wanted {
  readonly route: ScreenRoute;
  readonly params: Params;
  /** The step as written in the recipe. */
  readonly step?: RecipeStep | undefined;
}

interface WantedState {
  /** Parsed settings for a tool, from a step to edit or from typed text. */
  readonly wanted: Wanted | undefined;
}

const useWantedStore = create<WantedState>(() => ({ wanted: undefined }));

export const wantSettings = (route: ScreenRoute, params: Params, step?: RecipeStep): void =>
  useWantedStore.setState({ wanted: { route, params, step } });

/** Passes requested settings to their tool; `take` is undefined until the tool is ready. */
export function useRequestedSettings(
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
