import { describeError } from '@/lib/result';

/** Not for addresses without a page, which have `[...unknown]`. Short, because Next.js sends it along with every page, twice. */
export default function NotFound() {
  return <h1>{describeError('request.not_found').title}</h1>;
}
