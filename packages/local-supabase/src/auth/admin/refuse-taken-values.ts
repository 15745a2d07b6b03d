import { z } from 'zod';
import { DatabaseRefusal } from '../auth-error.ts';

const UniqueViolation = z.object({ code: z.literal('23505'), message: z.string(), detail: z.string() });

/**
 * Converts a unique violation to DatabaseRefusal. Auth relies on the database to detect taken values.
 * @param message for callers that request a newer API version
 */
export function refuseTakenValues(message: string) {
  return (error: unknown): never => {
    const { success, data } = UniqueViolation.safeParse(error);
    throw success ? new DatabaseRefusal(message, data) : error;
  };
}
