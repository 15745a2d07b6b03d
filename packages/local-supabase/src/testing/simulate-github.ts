import { createServer, type IncomingMessage } from 'node:http';

interface GithubPerson {
  id: number;
  login: string;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

export interface SimulatedGithub {
  url: string;
  /** Adds a user with these addresses, the first one primary. Returns the code for the callback; any other code is refused. */
  addPerson(...emails: { email: string; verified: boolean }[]): string;
  stop(): Promise<void>;
}

/** Simulates GitHub for Auth, with responses that the `emulate` package can't give. */
export async function simulateGithub(): Promise<SimulatedGithub> {
  const people = new Map<string, GithubPerson>();
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(await answer(people, request)));
  });
  const wanted = Number(process.env.TEST_GITHUB_PORT ?? 0);
  await new Promise<void>((listening) => server.listen(wanted, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    addPerson: (...emails) => {
      const code = `person-${people.size}`;
      const addresses = emails.map((email, index) => ({ ...email, primary: index === 0 }));
      people.set(code, { id: 7_000_000 + people.size, login: code, emails: addresses });
      return code;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function answer(people: Map<string, GithubPerson>, request: IncomingMessage): Promise<unknown> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (request.url === '/login/oauth/access_token') {
    const code = new URLSearchParams(body).get('code') ?? '';
    return people.has(code) ? { access_token: code } : { error: 'bad_verification_code' };
  }
  const person = people.get((request.headers.authorization ?? '').replace('Bearer ', ''));
  // Auth adds `/api/v3` to any GitHub URL but the public one.
  if (request.url?.endsWith('/user/emails')) return person?.emails ?? [];
  return { id: person?.id, login: person?.login, name: null, avatar_url: 'https://avatars.example/1' };
}
