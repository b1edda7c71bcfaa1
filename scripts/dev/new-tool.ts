/** `npm run new-tool -- posterize-colors`: creates a screen for an operation, with manifest, route and words. */
import { camelCase, edit, exists, fail, insertBefore, insertImport, KEBAB_CASE, titleOf, write } from './sources.ts';

const routeOf = (id: string) => id.replaceAll('-', '_');

export const toolFiles = (id: string): readonly string[] => [
  `app/tools/${id}/tool.ts`,
  `app/routes/${routeOf(id)}.tsx`,
];

/** Creates the screen of an operation whose input and output are one image. */
export function addTool(id: string, title: string): void {
  const [name, route] = [camelCase(id), routeOf(id)];
  const [manifest = '', screen = ''] = toolFiles(id);
  write(
    manifest,
    `import Sparkles from 'lucide-react/icons/sparkles';
import { defineTool, images, SAMPLE_IMAGE } from '../manifest.ts';

export const ${name}Tool = defineTool({
  route: '${route}',
  group: 'image',
  icon: Sparkles,
  operation: '${id}',
  opens: [images],
  samples: [SAMPLE_IMAGE],
  isImageTool: true,
  editsStep: 'waiting',
});
`,
  );
  write(
    screen,
    `import { ${name} } from '#core/operations/${id}.ts';
import { OperationScreen } from '../tools/operation/OperationScreen.tsx';

export default function ${name.charAt(0).toUpperCase() + name.slice(1)}() {
  return <OperationScreen route="${route}" operation={${name}} />;
}
`,
  );
  edit('app/tools/catalog.ts', (source) =>
    insertBefore(
      insertImport(source, `import { ${name}Tool } from './${id}/tool.ts';`),
      / {2}maskTool,/,
      `  ${name}Tool,\n`,
    ),
  );
  for (const language of ['en', 'ja'])
    edit(`app/locales/${language}.ts`, (source) =>
      insertBefore(
        source,
        / {2}shape_editor: \{\n/,
        `  ${route}: { summary: '${title}', keywords: '${title.toLowerCase()}' },\n`,
      ),
    );
}

if (process.argv[1] === import.meta.filename) {
  const id = process.argv[2] ?? '';
  if (!KEBAB_CASE.test(id)) fail('usage: npm run new-tool -- OPERATION (kebab-case)');
  if (!exists(`core/operations/${id}.ts`))
    fail(`core/operations/${id}.ts does not exist: npm run new-operation -- ${id}`);
  for (const path of toolFiles(id)) if (exists(path)) fail(`${path} already exists`);
  addTool(id, titleOf(id));
  console.log(`
Next:
1. Choose an icon and the group in app/tools/${id}/tool.ts; every property is explained in app/tools/manifest.ts.
2. Write the summary and keywords in app/locales/en.ts and ja.ts.
3. Try it: npm run dev, /${routeOf(id)}`);
}
