// For Jest's `setupFilesAfterEnv`: what Next.js has only within a request. A test file that needs another stand-in has its own.
jest.mock('next/headers', () => jest.requireActual('./wallet-visitor.ts').fakeHeaders());
jest.mock('next/server', () => ({ ...jest.requireActual('next/server'), after: () => undefined }));
