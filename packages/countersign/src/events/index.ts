export { CountersignError } from '../countersign-error.ts';
export { type SecurityEvent, type VerifyEventOptions, verifySecurityEvent } from './verify-security-event.ts';
