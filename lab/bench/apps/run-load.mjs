import { Agent, request as sendRequest } from 'node:http';

/**
 * Sends requests over a few kept-alive connections, each as soon as its last answer is complete.
 * @param next gives the next request, `{ path, method, headers, body }`, or null when there is none left
 * @param until the load ends with the first of the two that is reached
 * @param status what each answer has to have
 * @param took is given the text of each answer
 * @returns requests a second, and how many there were
 */
export async function runLoad(
  siteUrl,
  next,
  { connections = 8, milliseconds = Infinity, requests = Infinity, status = 200, took = () => undefined },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  let [sent, answered] = [0, 0];
  const isOver = () => sent >= requests || performance.now() - startedAt >= milliseconds;
  const sendOneByOne = async () => {
    while (!isOver()) {
      const wanted = next(sent);
      if (!wanted) return;
      sent += 1;
      const answer = await send(siteUrl, wanted, agent);
      if (answer.status !== status)
        throw new Error(`${wanted.path} answered ${answer.status}: ${answer.text}`);
      took(answer.text);
      answered += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, sendOneByOne));
  } finally {
    agent.destroy();
  }
  return { perSecond: answered / ((performance.now() - startedAt) / 1000), count: answered };
}

function send(siteUrl, { path, method = 'GET', headers = {}, body }, agent) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { method, agent, headers: { ...headers, ...length } };
    const sent = sendRequest(new URL(path, siteUrl), options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode, text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
