import { pathToFileURL } from 'node:url';

// Runs another program, one that knows nothing of us: `node end-with-parent.mjs program.js arguments…`. When
// the process that started it dies, even by `kill -9`, the channel closes and it ends too, so that no port stays taken.
process.once('disconnect', () => process.exit(1));
// Listening must not keep a program alive that is done.
process.channel?.unref();

process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
