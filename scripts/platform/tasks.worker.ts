import { tasks } from '#core/workers/tasks.ts';
import { createNodePlatform } from './index.ts';
import { serveTasks } from './thread.ts';

serveTasks(tasks, createNodePlatform({ threads: 0 }));
