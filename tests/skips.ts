/** How to install the requirements that test titles name (`needs …`). If CI is set, a skipped test fails the run. */
const remedies: Readonly<Record<string, string>> = {
  '../shared/samples': 'put the sample files beside the checkout, in ../shared/samples',
  '../shared/field': 'put the field files beside the checkout, in ../shared/field',
  ffmpeg: 'npm test installs it where it may; else install ffmpeg and ffprobe',
  'npm run build': 'npm run build',
  dash: 'install dash (Debian: apt-get install dash)',
  zsh: 'install zsh (Debian: apt-get install zsh)',
  fish: 'install fish (Debian: apt-get install fish)',
  'node-av': 'npm install --include=optional',
};

/** Returns the title of each skipped test, and how to install what the test needs. */
export function skippedLines(titles: readonly string[]): string[] {
  return titles.map((title) => {
    const needed = Object.keys(remedies).filter((need) => title.includes('needs ') && title.includes(need));
    const remedy = needed.map((need) => remedies[need]).join('; ');
    return `skipped: ${title}${remedy && `\n  what mends it: ${remedy}`}`;
  });
}

/** If CI is set and tests were skipped, prints these tests and returns false. Otherwise returns true. */
export function checkSkips(titles: readonly string[]): boolean {
  if (titles.length === 0 || !process.env.CI) return true;
  console.error(`\n${skippedLines(titles).join('\n')}`);
  console.error(`With CI set a skipped test is a failure: ${titles.length} skipped.`);
  return false;
}
