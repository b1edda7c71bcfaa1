// The command, as `tsx scripts/cli.ts` starts it.
import './fudebako.mjs';
