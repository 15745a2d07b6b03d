import { z } from 'zod';

// zod tries whether it may build code from text. The policy of a page says no, and Firefox reports the attempt: schemas
// that browsers read come from here.
z.config({ jitless: true });

export { z };
