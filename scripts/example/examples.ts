import { inProject } from '../project-folder.ts';

/** An app in `examples` that signs users in with the `countersign` package. */
export type Example = {
  name: string;
  label: string;
  folder: string;
  /** Default: `/auth/callback`. */
  callbackPath?: string;
  start(port: number): string[];
  /** The line of its output after which it accepts requests. */
  readyLine: string;
};

const inExample = (name: string) => ({ name, folder: inProject('examples', name) });

const startNext = (port: number) => [
  ...['node_modules/next/dist/bin/next', 'dev', '-p', String(port), '-H', 'localhost'],
];

export const examples: Example[] = [
  {
    ...inExample('wallet-gate'),
    label: 'Wallet Gate',
    start: startNext,
    readyLine: 'Ready in',
  },
  {
    ...inExample('auth-js'),
    label: 'Auth.js Gate',
    callbackPath: '/api/auth/callback/countersign',
    start: startNext,
    readyLine: 'Ready in',
  },
  {
    ...inExample('express'),
    label: 'Express Gate',
    start: () => ['server.mjs'],
    readyLine: 'Ready on',
  },
  {
    ...inExample('hono'),
    label: 'Hono Gate',
    start: () => ['server.mjs'],
    readyLine: 'Ready on',
  },
  {
    ...inExample('sveltekit'),
    label: 'SvelteKit Gate',
    start: (port) => ['node_modules/vite/bin/vite.js', 'dev', '--port', String(port), '--strictPort'],
    readyLine: 'Local:',
  },
];

export function findExample(name: string): Example | null {
  return examples.find((example) => example.name === name) ?? null;
}
