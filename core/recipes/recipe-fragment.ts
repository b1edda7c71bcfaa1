/** Prefix of a recipe in a URL fragment, which browsers don't send to servers. */
export const RECIPE_NAME = 'recipe=';

export const hasRecipeFragment = (address: string): boolean => address.includes(`#${RECIPE_NAME}`);
