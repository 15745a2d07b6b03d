import { describeError } from '@/lib/result';

/** For addresses without a page. As short as can be, because Next.js sends it along with every page, twice. */
export default function NotFound() {
  return <h1>{describeError('request.not_found').title}</h1>;
}
