import { documents } from './subjects.ts';

/** Tries random orders of events on all documents for some seconds: `npm run races -- --seconds 60`. */
const at = process.argv.indexOf('--seconds');
const seconds = at < 0 ? 60 : Number(process.argv[at + 1]);
const end = Date.now() + seconds * 1000;
let orders = 0;
while (Date.now() < end)
  for (const tryOrders of Object.values(documents)) {
    await tryOrders(Math.floor(Math.random() * 2 ** 31), 500);
    orders += 500;
  }
console.log(`${orders} orders of events, no fault`);
