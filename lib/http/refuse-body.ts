import type { ErrorCode } from '../errors.ts';
import {
  checkActionId,
  isActionCallForm,
  isActionCallText,
  type KnownActions,
  readFormActions,
} from './check-action-call.ts';
import { readMultipart } from './read-multipart.ts';

type WholeRequest = {
  contentType: string;
  /** The action that a page's script names in a header. */
  actionId: string | undefined;
  body: Buffer;
  knownActions: KnownActions;
};

/**
 * Refuses a form or a server action that Next.js can't read: it would answer with a failure of its own, and write what
 * it was sent into the log.
 * @returns null when it can.
 */
export function refuseBody({ contentType, actionId, body, knownActions }: WholeRequest): ErrorCode | null {
  const parts = contentType.startsWith('multipart/form-data') ? readMultipart(body, contentType) : undefined;
  if (parts === null) return 'request.malformed';
  if (actionId === undefined) return parts ? refuseActions(readFormActions(parts), knownActions) : null;
  const isReadable = parts
    ? isActionCallForm(parts)
    : // One of these never reaches an action.
      contentType.startsWith('application/x-www-form-urlencoded') || isActionCallText(body.toString());
  return refuseActions(isReadable ? [actionId] : null, knownActions);
}

function refuseActions(ids: string[] | null, known: KnownActions): ErrorCode | null {
  const checks = ids?.map((id) => checkActionId(id, known));
  if (!checks || checks.includes('malformed')) return 'request.malformed';
  return checks.includes('unknown') ? 'request.outdated' : null;
}
