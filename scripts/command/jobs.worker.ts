import { workerData } from 'node:worker_threads';
import { createNodePlatform } from '../platform/index.ts';
import { serveTasks } from '../platform/thread.ts';
import { jobTasks } from './job-tasks.ts';

serveTasks(jobTasks, createNodePlatform({ threads: workerData.threads, limits: workerData.limits }));
