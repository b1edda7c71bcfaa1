#!/usr/bin/env node
import { register } from 'tsx/esm/api';

// Not the tsconfig.json of whatever folder the command is called in.
register({ tsconfig: false });
await import('./cli.ts');
