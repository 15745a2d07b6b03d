import 'server-only';
import { z } from 'zod';
import { environment } from '../env.ts';
import type { MailPart } from './mail-layout.ts';
import { notMePath } from './not-me-path.ts';

export const EventDetails = z.object({
  device: z.string().optional(),
  name: z.string().optional(),
  method: z.string().optional(),
  provider: z.string().optional(),
  means: z.string().optional(),
  /** Set where new recovery codes take the place of others. */
  replaced: z.string().optional(),
  address: z.string().optional(),
  app: z.string().optional(),
  host: z.string().optional(),
  /** Why the team did it. */
  reason: z.string().optional(),
  /** The mail goes to an address that the account has no more. */
  isFormer: z.boolean().optional(),
});
export type EventDetails = z.infer<typeof EventDetails>;

export type EventWords = {
  subject: string;
  /** The preview in a mail program, for an event that isn't about someone else's doing. */
  preview?: string;
  happened: (details: EventDetails) => string;
  advice?: (details: EventDetails) => MailPart[];
  /** Why its reader gets it, where it is not about who can get in. */
  why?: () => string;
};

export const endSessionsLink = (): MailPart => ({
  link: environment().siteUrl + notMePath,
  label: 'End every other session',
});

/** Breaks what a mail program would make a link of. */
export const withoutLink = (text: string) => text.replace(/\.(?=\S)/g, '. ');
