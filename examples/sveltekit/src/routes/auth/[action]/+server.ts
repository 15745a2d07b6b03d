import type { RequestHandler } from '@sveltejs/kit';
import { countersign } from '../../../lib/countersign.server';

const handle: RequestHandler = ({ request }) => countersign.handle(request);

export { handle as GET, handle as POST };
