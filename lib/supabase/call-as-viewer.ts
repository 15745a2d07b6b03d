import 'server-only';
import type { Result } from '../result.ts';
import { type ArgumentsOf, callFunction, type FunctionName, type ResultOf } from './call-function.ts';
import { tokenLevelHeader } from './rest.ts';

export type Acting = { id: string; sessionId: string; aal: 'aal1' | 'aal2' };

type ActingArguments = 'p_user_id' | 'p_session_id';

type NameForActing = {
  [Name in FunctionName]: ActingArguments extends keyof ArgumentsOf<Name> ? Name : never;
}[FunctionName];

/** Calls a function for a session, with the token's level: an attacker may hold a token from before the session reached aal2. */
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
