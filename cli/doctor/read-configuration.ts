import { type Environment, readEnvironment } from '../../lib/env.ts';
import type { Variables } from '../command.ts';
import { PlainFailure } from '../plain-failure.ts';
import type { Project } from '../project/choose-project.ts';
import { readPort } from '../project/environment.ts';

/** The server's settings: from the environment, or as `npm start` sets them for the local backend. */
export function readConfiguration(project: Project, variables: Variables): Environment {
  const given = project.isEmbedded ? completeForLocal(project, variables) : variables;
  const read = readEnvironment(given, 'elsewhere');
  if (!read.ok) throw new PlainFailure(read.message);
  return read.environment;
}

function completeForLocal(project: Project, variables: Variables): Variables {
  const smtpPort = readPort(variables, 'LOCAL_SMTP_PORT', 54_325);
  const chainPort = readPort(variables, 'LOCAL_SOLANA_PORT', project.chainPort ?? 8899);
  return {
    ...variables,
    SUPABASE_URL: project.supabaseUrl,
    SUPABASE_PUBLISHABLE_KEY: project.publishableKey ?? undefined,
    SUPABASE_SECRET_KEY: project.secretKey,
    COUNTERSIGN_EMBEDDED: '1',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    LOCAL_SOLANA_URL: `http://127.0.0.1:${chainPort}`,
    SITE_URL: project.siteUrl,
  };
}
