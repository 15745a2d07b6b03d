import { serve } from '../stack/serve.ts';

/** `npm start`. Returns the exit code. */
export function run(): Promise<number> {
  return serve('start');
}
