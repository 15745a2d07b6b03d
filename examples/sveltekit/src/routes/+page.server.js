import { countersign } from '#lib/countersign.server.js';

export const load = async ({ request }) => ({
  person: await countersign.readPerson(request.headers.get('cookie')),
});
