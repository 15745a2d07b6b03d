import type { ErrorCode } from '../errors.ts';
import {
  checkActionId,
  isActionCallForm,
  isActionCallText,
  type KnownActions,
  readFormActions,
} from './check-action-call.ts';
import { type Part, readMultipart } from './read-multipart.ts';

/** The field by which a page's script says that the server no longer knows the action of its form. */
const outdatedField = '$ACTION_OUTDATED';

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
  if (actionId === undefined) return parts ? refuseForm(parts, knownActions) : null;
  const isReadable = parts
    ? isActionCallForm(parts)
    : // One of these never reaches an action.
      contentType.startsWith('application/x-www-form-urlencoded') || isActionCallText(body.toString());
  return refuseActions(isReadable ? [actionId] : null, knownActions);
}

function refuseForm(parts: Part[], known: KnownActions): ErrorCode | null {
  const ids = readFormActions(parts);
  // A script sent it that has just heard that its action isn't there. It may be known here: another process answered then.
  const isOutdated = ids?.length === 0 && parts.some(({ name }) => name === outdatedField);
  return isOutdated ? 'request.outdated' : refuseActions(ids, known);
}

function refuseActions(ids: string[] | null, known: KnownActions): ErrorCode | null {
  const checks = ids?.map((id) => checkActionId(id, known));
  if (!checks || checks.includes('malformed')) return 'request.malformed';
  return checks.includes('unknown') ? 'request.outdated' : null;
}
