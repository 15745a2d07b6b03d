import { CountersignError } from '../countersign-error.ts';
import { describeError, describeThrown } from '../server/describe-error.ts';
import { type ApiBody, basicCredentials, refusedBy, requestApi } from '../server/request-api.ts';
import { type CheckedClient, checkClient, type Settings } from '../server/settings.ts';
import { type SecurityEvent, verifySecurityEvent } from './verify-security-event.ts';

export type PollEventsOptions = Pick<Settings, 'issuer' | 'clientId' | 'clientSecret' | 'env' | 'fetch'> & {
  /** Waits up to ten seconds for an event if none is waiting. Default: false. */
  wait?: boolean;
};

export type PolledEvents = {
  /** Acknowledged, so the site deleted them. */
  handled: number;
  /** Not issued by the site for this app. The site deleted them. */
  refused: number;
  /** `onEvent` failed. The next poll returns these, and later events about the same person. */
  failed: number;
};

/** Longer than the site waits. */
const timeoutMs = 20_000;

/** The acknowledgments and errors that the next poll sends to the site (RFC 8936). */
type Report = { ack: string[]; setErrs: Record<string, { err: string; description: string }> };

/**
 * Polls the site for the app's security events until none is left, verifies each, and passes it to the app, in order. Acknowledges
 * an event only after `onEvent` finished, so the same `jti` may come again.
 * @throws CountersignError `settings`, `invalid_client`; `unreachable` if the site or its keys can't be read: poll again later
 */
export async function pollEvents(
  onEvent: (event: SecurityEvent) => unknown,
  { wait = false, ...given }: PollEventsOptions = {},
): Promise<PolledEvents> {
  const settings = checkClient(given);
  const counts: PolledEvents = { handled: 0, refused: 0, failed: 0 };
  /** People with a failed event: handling a later one first would change their order. */
  const waiting = new Set<string>();
  let report: Report = { ack: [], setErrs: {} };
  let isMore = true;
  while (isMore) {
    const isFirst = counts.handled + counts.refused === 0;
    const polled = await poll(settings, { ...report, returnImmediately: !wait || !isFirst });
    report = { ack: [], setErrs: {} };
    isMore = false;
    try {
      for (const [jti, token] of Object.entries(polled.sets)) await handle(jti, token, report);
      // Otherwise the next poll would return the same failed events.
      isMore = polled.moreAvailable && !isEmpty(report);
      if (polled.moreAvailable && !isMore)
        console.error('Later events wait, because every event of a full poll waits for one that failed.');
    } finally {
      if (!isMore && !isEmpty(report)) await poll(settings, { ...report, maxEvents: 0 });
    }
  }
  return counts;

  async function handle(jti: string, token: string, { ack, setErrs }: Report): Promise<void> {
    const { issuerName: issuer, clientId, fetch } = settings;
    let event: SecurityEvent;
    try {
      event = await verifySecurityEvent(token, { issuer, clientId, ...(given.fetch && { fetch }) });
    } catch (error) {
      if (!(error instanceof CountersignError) || error.code !== 'invalid_event') throw error;
      setErrs[jti] = { err: 'invalid_request', description: error.message };
      counts.refused += 1;
      console.error(`The event ${jti} was refused: ${error.message}`);
      return;
    }
    if (waiting.has(event.sub)) return;
    try {
      await onEvent(event);
      ack.push(jti);
      counts.handled += 1;
    } catch (error) {
      waiting.add(event.sub);
      counts.failed += 1;
      console.error(`The event ${jti} was not handled, and will come again: ${describeThrown(error)}`);
    }
  }
}

const isEmpty = ({ ack, setErrs }: Report) => ack.length + Object.keys(setErrs).length === 0;

type Polled = { sets: Record<string, string>; moreAvailable: boolean };

async function poll(settings: CheckedClient, asked: object): Promise<Polled> {
  try {
    const { response, body } = await requestApi<ApiBody & Partial<Polled>>(settings, 'events/poll', {
      method: 'POST',
      headers: { authorization: basicCredentials(settings), 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok || !body?.sets) throw refusedBy(response, body);
    return { sets: body.sets, moreAvailable: body.moreAvailable === true };
  } catch (cause) {
    if (cause instanceof CountersignError) throw cause;
    const message = `The events could not be polled from ${settings.issuerName}: ${describeError(cause)}`;
    throw new CountersignError('unreachable', message, { cause });
  }
}
