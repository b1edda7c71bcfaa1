/** What the fragment of an address begins with that holds a recipe; no browser sends it to a server. */
export const RECIPE_NAME = 'recipe=';

/** Whether an address, or its fragment alone, has a recipe in it. */
export const hasRecipeFragment = (address: string): boolean => address.includes(`#${RECIPE_NAME}`);
