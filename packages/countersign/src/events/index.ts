export { CountersignError } from '../countersign-error.ts';
export { type PollEventsOptions, type PolledEvents, pollEvents } from './poll-events.ts';
export { type SecurityEvent, type VerifyEventOptions, verifySecurityEvent } from './verify-security-event.ts';
