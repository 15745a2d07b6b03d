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
  /** Set if new recovery codes replaced others. */
  replaced: z.string().optional(),
  address: z.string().optional(),
  app: z.string().optional(),
  host: z.string().optional(),
  reason: z.string().optional(),
  /** The recipient is the account's previous address. */
  isFormer: z.boolean().optional(),
});
export type EventDetails = z.infer<typeof EventDetails>;

export type EventWords = {
  subject: string;
  /** Replaces the default preview, "If this wasn't you, secure your account." */
  preview?: string;
  happened: (details: EventDetails) => string;
  advice?: (details: EventDetails) => MailPart[];
  /** Why the reader receives it, if it doesn't concern who can sign in. */
  why?: () => string;
};

export const endSessionsLink = (): MailPart => ({
  link: environment().siteUrl + notMePath,
  label: 'End every other session',
});

/** Keeps mail programs from turning an address in the text into a link. */
export const withoutLink = (text: string) => text.replace(/\.(?=\S)/g, '. ');
