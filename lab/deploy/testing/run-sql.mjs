import { text } from 'node:stream/consumers';
import pg from 'pg';

// Runs the SQL of its input on the database of its argument, and prints the last value that it gave.

const client = new pg.Client({ connectionString: process.argv[2] });
await client.connect();
const results = [await client.query(await text(process.stdin))].flat();
await client.end();
const [row] = results.at(-1)?.rows ?? [];
if (row) process.stdout.write(String(Object.values(row)[0]));
