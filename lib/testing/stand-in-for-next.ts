// For Jest's `setupFilesAfterEnv`: replaces functions of Next.js that need a request. A test file can replace them itself.
jest.mock('next/headers', () => jest.requireActual('./wallet-visitor.ts').fakeHeaders());
jest.mock('next/server', () => ({ ...jest.requireActual('next/server'), after: () => undefined }));
