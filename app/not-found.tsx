import { describeError } from '@/lib/result';

/**
 * For what no page here asks for: addresses without a page have `[...unknown]`. As short as it can be, because Next.js sends
 * it along with every page, twice.
 */
export default function NotFound() {
  return <h1>{describeError('request.not_found').title}</h1>;
}
