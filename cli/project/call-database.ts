import { type ErrorCode, errors } from '../../lib/errors.ts';
import { describeError } from '../../lib/result.ts';
import { functionUnknown, schemaHeaders, schemaHidden } from '../../lib/supabase/rest.ts';
import { PlainFailure } from '../plain-failure.ts';
import type { Project } from './choose-project.ts';
import { formatCommand } from './format-command.ts';

const timeoutInMilliseconds = 10_000;

/** Returns the unvalidated result. @throws PlainFailure with the sentence of the error catalogue, or with the project's problem */
export async function callDatabase(
  { supabaseUrl, secretKey, isEmbedded }: Pick<Project, 'supabaseUrl' | 'secretKey' | 'isEmbedded'>,
  name: string,
  parameters: Record<string, unknown>,
): Promise<unknown> {
  const response = await fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      ...schemaHeaders,
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(timeoutInMilliseconds),
  }).catch(() => {
    throw new PlainFailure(
      isEmbedded
        ? `The local backend doesn't answer at ${supabaseUrl}. Run npm start in another terminal. If it uses other ports, ` +
            'set the same LOCAL_SUPABASE_PORT and PORT for this command.'
        : `The Supabase project doesn't answer at ${supabaseUrl}.`,
    );
  });
  const text = await response.text();
  if (response.ok) return text === '' ? null : JSON.parse(text);
  throw new PlainFailure(describeFailure(response.status, readError(text)));
}

type RestError = { code?: unknown; message?: unknown };

function readError(text: string): RestError {
  try {
    return (JSON.parse(text) as RestError | null) ?? {};
  } catch {
    return {};
  }
}

function describeFailure(status: number, { code, message }: RestError): string {
  if (typeof message === 'string' && Object.hasOwn(errors, message)) {
    const { title, hint } = describeError(message as ErrorCode);
    return `${title} ${hint}`;
  }
  if (status === 401 || status === 403) return 'The project refused SUPABASE_SECRET_KEY.';
  if (code === schemaHidden)
    return 'The Supabase project does not expose the schema countersign: add it in the Dashboard under Project Settings > Data API > Exposed schemas.';
  if (code === functionUnknown)
    return `The Supabase project has an older schema: run ${formatCommand('schema', 'apply')}.`;
  return `The project answered ${status}${typeof code === 'string' ? ` (${code})` : ''}.`;
}
