import { readEnvironment } from '../env.ts';

/** Imported once at start: without a usable configuration the server says so in one line and ends. */
const read = readEnvironment(process.env);
if (!read.ok) {
  console.error(read.message);
  process.exit(1);
}
