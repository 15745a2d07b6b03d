import { countersign } from '#lib/countersign.server.js';

const handle = ({ request }) => countersign.handle(request);

export { handle as GET, handle as POST };
