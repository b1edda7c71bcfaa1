/** Browsers don't send URL fragments to servers. */
export const RECIPE_NAME = 'recipe=';

export const hasRecipeFragment = (address: string): boolean => address.includes(`#${RECIPE_NAME}`);
