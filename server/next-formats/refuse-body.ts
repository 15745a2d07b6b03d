import type { ErrorCode } from '../../lib/errors.ts';
import { isActionCallForm, isActionCallText, isActionId, readFormAction } from './check-action-call.ts';
import { type Part, readMultipart } from './read-multipart.ts';
import type { Route } from './routes.ts';

type WholeRequest = {
  contentType: string;
  /** The action that a page's script names in the `next-action` header. */
  actionId: string | undefined;
  body: Buffer;
  /** The request's route. Undefined while Next.js's development server hasn't compiled it. */
  route: Route | undefined;
};

/** Refuses what Next.js can't read or the page doesn't have: Next.js would fail and log the content. @returns null to continue. */
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
  // Pages have no use for a form without an action, and Next.js would log it.
  return route?.isPage ? 'request.malformed' : null;
}

/** An action missing on the page belongs to another build, or to a page that the visitor has just left. */
function refuseAction(id: string, route: Route | undefined): ErrorCode | null {
  if (!isActionId(id) || route?.isPage === false) return 'request.malformed';
  return route?.actions.has(id) ? null : 'request.outdated';
}
