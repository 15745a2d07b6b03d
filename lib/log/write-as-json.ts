import { format, stripVTControlCharacters } from 'node:util';
import { count } from '../metrics/count.ts';
import { describeLine, type LogLevel, logFormat } from './log.ts';

const levels: Record<'debug' | 'log' | 'info' | 'warn' | 'error', LogLevel> = {
  debug: 'info',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
};

/** Makes every console line JSON, including lines of Next.js and other packages. Node's own output stays unchanged. */
export function writeLogAsJson(): void {
  logFormat.isJson = true;
  for (const [name, level] of Object.entries(levels) as Array<[keyof typeof levels, LogLevel]>) {
    const stream = level === 'info' ? process.stdout : process.stderr;
    console[name] = (...words: unknown[]) => {
      const [thrown] = words.filter((word) => word instanceof Error);
      const message = stripVTControlCharacters(format(...words.filter((word) => word !== thrown))).trim();
      // Skips empty lines, which only format a terminal.
      if (!message && !thrown) return;
      if (level !== 'info') count('logLines', { event: 'other' });
      stream.write(`${describeLine(level, 'other', message, thrown)}\n`);
    };
  }
}
