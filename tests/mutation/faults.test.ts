import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { FAULTS } from './faults.ts';

const root = resolve(import.meta.dirname, '../..');

it.each(FAULTS.map((fault) => [fault.which, fault] as const))(
  'a deliberate fault fits exactly one place in the code: %s',
  (_, fault) => {
    expect(readFileSync(resolve(root, fault.file), 'utf8').split(fault.find)).toHaveLength(2);
  },
);
