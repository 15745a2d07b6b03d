import { z } from 'zod';

// By default zod tries to compile code from text. A page's Content Security Policy forbids it, and Firefox reports the attempt,
// so schemas that browsers use import zod from here.
z.config({ jitless: true });

export { z };
