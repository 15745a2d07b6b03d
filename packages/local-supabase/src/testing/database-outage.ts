type Backend = { url: string; secretKey: string };

/** Simulates an unreachable database, behind reachable REST and Auth, while `work` runs. @param as REST's error code for it */
export async function withoutDatabase<Result>(
  backend: Backend,
  work: () => Promise<Result>,
  as = 'PGRST002',
): Promise<Result> {
  await setOutage(backend, 'PUT', `?as=${as}`);
  try {
    return await work();
  } finally {
    await setOutage(backend, 'DELETE');
  }
}

async function setOutage({ url, secretKey }: Backend, method: string, query = ''): Promise<void> {
  const answer = await fetch(`${url}/local/database-outage${query}`, {
    method,
    headers: { apikey: secretKey },
  });
  if (!answer.ok) throw new Error(`The outage was answered with ${answer.status}.`);
}
