#!/usr/bin/env node
import { supervise } from './platform/supervisor.mjs';

supervise(new URL('./command/thread.ts', import.meta.url), process.argv.slice(2));
