import { serve } from '../stack/serve.ts';

/** `npm run dev`. Returns the exit code. */
export function run(): Promise<number> {
  return serve('dev');
}
