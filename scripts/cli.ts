// Starts the command from the sources: `tsx scripts/cli.ts`.
import './fudebako.mjs';
