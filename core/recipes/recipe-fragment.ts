/** Prefix of a recipe in a URL fragment. Browsers don't send fragments to servers. */
export const RECIPE_NAME = 'recipe=';

export const hasRecipeFragment = (address: string): boolean => address.includes(`#${RECIPE_NAME}`);
