import 'server-only';
import type { Failure } from '../result.ts';
import { callFunction } from './call-function.ts';
import { tokenLevelHeader } from './token-level.ts';

/** Who acts, as the token of the request has it. */
export type Acting = { id: string; sessionId: string; aal: 'aal1' | 'aal2' };

/**
 * Calls one of the database's functions that take a person and their session. The level of their token goes along: a
 * session may have given its second factor since the token was made, and whoever holds the token need not have.
 * @returns and throws as `callFunction` does.
 */
export function callAsViewer<Rows>(
  { id, sessionId, aal }: Acting,
  name: string,
  parameters: Record<string, unknown> = {},
): Promise<{ ok: true; rows: Rows } | Failure> {
  const acting = { p_user_id: id, p_session_id: sessionId };
  return callFunction<Rows>(name, { ...acting, ...parameters }, { [tokenLevelHeader]: aal });
}
