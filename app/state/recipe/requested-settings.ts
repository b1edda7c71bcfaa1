import { useEffect } from 'react';
import { create } from 'zustand';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { ScreenRoute } from '../catalogue.ts';

type Params = Readonly<Record<string, unknown>>;

interface Wanted {
  readonly route: ScreenRoute;
  readonly params: Params;
  /** The step as it is in the recipe. */
  readonly step?: RecipeStep | undefined;
}

interface WantedState {
  /** Parsed settings for a tool, from a step to edit or from typed text. */
  readonly wanted: Wanted | undefined;
}

const useWantedStore = create<WantedState>(() => ({ wanted: undefined }));

export const wantSettings = (route: ScreenRoute, params: Params, step?: RecipeStep): void =>
  useWantedStore.setState({ wanted: { route, params, step } });

/** Passes requested settings to their tool; `apply` is undefined until the tool is ready. */
export function useRequestedSettings(
  route: string,
  apply: ((params: Params, step: RecipeStep | undefined) => void) | undefined,
): void {
  const wanted = useWantedStore((state) => state.wanted);
  useEffect(() => {
    if (!apply || wanted?.route !== route) return;
    useWantedStore.setState({ wanted: undefined });
    apply(wanted.params, wanted.step);
  }, [wanted, route, apply]);
}
