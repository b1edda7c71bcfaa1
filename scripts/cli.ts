// Starts the command by `tsx scripts/cli.ts`.
import './fudebako.mjs';
