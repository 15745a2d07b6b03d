import { describeError } from '@/lib/result';

/** Not used for unknown paths, which `[...unknown]` answers. Short, because Next.js sends it with every page, twice. */
export default function NotFound() {
  return <h1>{describeError('request.not_found').title}</h1>;
}
