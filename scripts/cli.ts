// Entry point for `tsx scripts/cli.ts`.
import './fudebako.mjs';
