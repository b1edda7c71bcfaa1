import { workerData } from 'node:worker_threads';
import { tasks } from '#core/workers/tasks.ts';
import { createNodePlatform } from './index.ts';
import { serveTasks } from './thread.ts';

serveTasks(tasks, createNodePlatform({ threads: 0, limits: workerData.limits }));
