import { countersign } from '../lib/countersign.server';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ request }) => ({
  person: await countersign.readPerson(request.headers.get('cookie')),
});
