import 'server-only';
import type { Result } from '../result.ts';
import { type ArgumentsOf, callFunction, type FunctionName, type ResultOf } from './call-function.ts';
import { tokenLevelHeader } from './token-level.ts';

export type Acting = { id: string; sessionId: string; aal: 'aal1' | 'aal2' };

type ActingArguments = 'p_user_id' | 'p_session_id';

type NameForActing = {
  [Name in FunctionName]: ActingArguments extends keyof ArgumentsOf<Name> ? Name : never;
}[FunctionName];

/**
 * Calls a database function for a user and their session, as `callFunction` does. Passes the token's level too: the session may have
 * reached aal2 since the token was made, and an attacker may hold that older token.
 */
export function callAsViewer<Name extends NameForActing>(
  { id, sessionId, aal }: Acting,
  name: Name,
  ...[parameters, headers]: keyof ArgumentsOf<Name> extends ActingArguments
    ? []
    : [Omit<ArgumentsOf<Name>, ActingArguments>, headers?: Record<string, string>]
): Promise<Result<{ rows: ResultOf<Name> }>> {
  const acting = { p_user_id: id, p_session_id: sessionId };
  return callFunction(name, { ...acting, ...parameters }, { ...headers, [tokenLevelHeader]: aal });
}
