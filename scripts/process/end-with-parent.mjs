import { pathToFileURL } from 'node:url';

// Runs an unmodified program: `node end-with-parent.mjs program.js arguments…`. If the parent process dies, even by
// `kill -9`, its channel closes and the program exits, so that its ports become free.
process.once('disconnect', () => process.exit(1));
// The channel must not keep a finished program alive.
process.channel?.unref();

process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
