import type { ErrorCode } from '../../lib/errors.ts';
import { isActionCallForm, isActionCallText, isActionId, readFormAction } from './check-action-call.ts';
import { type Part, readMultipart } from './read-multipart.ts';
import type { Route } from './routes.ts';

type WholeRequest = {
  contentType: string;
  /** The action that a page's script names in a header. */
  actionId: string | undefined;
  body: Buffer;
  /** The route it was sent to. Undefined while Next.js's development server hasn't compiled it. */
  route: Route | undefined;
};

/**
 * Refuses a form or a server action that Next.js can't read, and one that the page doesn't have: it would answer with a failure of
 * its own, and write what it was sent into the log.
 * @returns null when it can.
 */
export function refuseBody({ contentType, actionId, body, route }: WholeRequest): ErrorCode | null {
  const parts = contentType.startsWith('multipart/form-data') ? readMultipart(body, contentType) : undefined;
  if (parts === null) return 'request.malformed';
  if (actionId === undefined) return parts ? refuseForm(parts, route) : null;
  const isReadable = parts
    ? isActionCallForm(parts)
    : contentType.startsWith('text/plain') && isActionCallText(body.toString());
  return isReadable ? refuseAction(actionId, route) : 'request.malformed';
}

function refuseForm(parts: Part[], route: Route | undefined): ErrorCode | null {
  const action = readFormAction(parts);
  if (action === 'unreadable') return 'request.malformed';
  if (action) return refuseAction(action.id, route);
  // A page has no use for a form that is for no action of it, and Next.js would write that into the log.
  return route?.isPage ? 'request.malformed' : null;
}

/** An action that the page doesn't have is one of another build, or of a page that its visitor has just left. */
function refuseAction(id: string, route: Route | undefined): ErrorCode | null {
  if (!isActionId(id) || route?.isPage === false) return 'request.malformed';
  return route?.actions.has(id) ? null : 'request.outdated';
}
