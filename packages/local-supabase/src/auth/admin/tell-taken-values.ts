import { z } from 'zod';
import { DatabaseRefusal } from '../auth-error.ts';

const UniqueViolation = z.object({ code: z.literal('23505'), message: z.string(), detail: z.string() });

/**
 * Auth leaves it to the database to find out that a value is taken.
 * @param message for callers who ask for a newer version of its API
 */
export function tellTakenValues(message: string) {
  return (error: unknown): never => {
    const { success, data } = UniqueViolation.safeParse(error);
    throw success ? new DatabaseRefusal(message, data) : error;
  };
}
