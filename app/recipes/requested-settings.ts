import { useEffect } from 'react';
import { create } from 'zustand';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { ScreenRoute } from '../tools/catalog.ts';

type Params = Readonly<Record<string, unknown>>;

interface RequestedSettings {
  readonly route: ScreenRoute;
  readonly params: Params;
  readonly step?: RecipeStep | undefined;
}

interface RequestState {
  /** Settings for a tool that come from a recipe step or from typed text. */
  readonly requested: RequestedSettings | undefined;
}

const useRequestStore = create<RequestState>(() => ({ requested: undefined }));

export const requestSettings = (route: ScreenRoute, params: Params, step?: RecipeStep): void =>
  useRequestStore.setState({ requested: { route, params, step } });

/** Passes requested settings to the tool's function `apply`, which is undefined until the tool is ready. */
export function useRequestedSettings(
  route: string,
  apply: ((params: Params, step: RecipeStep | undefined) => void) | undefined,
): void {
  const requested = useRequestStore((state) => state.requested);
  useEffect(() => {
    if (!apply || requested?.route !== route) return;
    useRequestStore.setState({ requested: undefined });
    apply(requested.params, requested.step);
  }, [requested, route, apply]);
}
