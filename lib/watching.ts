import { z } from 'zod';

/** How the team that runs the site sees what it does. */
export type Watching = {
  /**
   * Who may read `/api/metrics`: whoever brings the token, at the port that visitors use or at one of its own. Null and null:
   * nobody.
   */
  metrics: { token: string | null; port: number | null };
  /** Whether lines of the log are JSON, of one shape. Lines about requests always are. */
  logsJson: boolean;
};

/** The settings that make it, each as it stands in the environment. */
export const watchingSettings = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{20,200}$/)
    .optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
};

const Settings = z.object(watchingSettings);

/** @param isDeployed whether it runs for real: then the log is for machines, if nobody says otherwise. */
export function furnishWatching(settings: z.infer<typeof Settings>, isDeployed: boolean): Watching {
  return {
    metrics: { token: settings.METRICS_TOKEN ?? null, port: settings.METRICS_PORT ?? null },
    logsJson: (settings.LOG_FORMAT ?? (isDeployed ? 'json' : 'text')) === 'json',
  };
}
