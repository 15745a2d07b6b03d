import { z } from 'zod';

const kinds = [
  'c',
  'ci(..)(..)',
  'ci(.)',
  'ci(..)',
  'ci(...)',
  'oc',
  'd',
  'di(..)(..)',
  'di(.)',
  'di(..)',
  'di(...)',
];
const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(kinds), z.array(z.string()).nullable()]),
]);
const tree: z.ZodType = z.tuple([
  segment,
  z.custom<object>(
    (below) =>
      typeof below === 'object' &&
      below !== null &&
      Object.values(below).every((one) => tree.safeParse(one).success),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
  z.number().nullish(),
  z.string().optional(),
]);

/** Whether Next.js can read its router's header. It fails at anything else, and writes that into the log. */
export function isRouterState(header: string): boolean {
  try {
    return tree.safeParse(JSON.parse(decodeURIComponent(header))).success;
  } catch {
    return false;
  }
}
