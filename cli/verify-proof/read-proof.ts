import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportHead } from 'countersign/proof/exported-proofs';
import { longestPublicPageBytes } from 'countersign/proof/public-page';
import { PlainFailure } from '../plain-failure.ts';

/** `site` is the origin that answered, null for a file. `json` is not checked yet. */
type ReadProof = { json: unknown; site: string | null };

const answersWithinMilliseconds = 10_000;
/** About 80,000 proofs. A larger export would need too much memory. */
const longestExportBytes = 256 * 1024 * 1024;
const tooLarge = `It is larger than a proof or page can be (${longestPublicPageBytes / 1024} KiB).`;

/** Reads the JSON of a proof, a person's page or an export. @param source a path, or the URL of a page or its JSON */
export async function readProof(source: string): Promise<ReadProof> {
  if (/^https?:\/\//i.test(source)) return readFromSite(source);
  return { json: parse(readFromFile(source)), site: null };
}

function readFromFile(path: string): string {
  const absolute = resolve(process.env.INIT_CWD ?? '.', path);
  try {
    const file = statSync(absolute, { throwIfNoEntry: false });
    if (!file) throw new PlainFailure('There is no such file.');
    // Reading a folder fails, and reading a device might never end.
    if (!file.isFile()) throw new PlainFailure('It is not a file.');
    const longest = beginsLikeExport(absolute) ? longestExportBytes : longestPublicPageBytes;
    if (file.size > longest) throw new PlainFailure(tooLarge);
    return readFileSync(absolute, 'utf8');
  } catch (error) {
    throw error instanceof PlainFailure
      ? error
      : new PlainFailure('The file could not be read.', { cause: error });
  }
}

/** A guess from the first bytes; the file is validated once it is read. */
function beginsLikeExport(path: string): boolean {
  const beginning = Buffer.alloc(64);
  const file = openSync(path, 'r');
  try {
    readSync(file, beginning);
  } finally {
    closeSync(file);
  }
  return beginning.toString('latin1').includes(`"${exportHead.kind}"`);
}

async function readFromSite(source: string): Promise<ReadProof> {
  if (!URL.canParse(source)) throw new PlainFailure('It is not a URL.');
  const response = await ask(addressOfJson(source));
  if (response.status === 404) {
    throw new PlainFailure('The site has no such proof or page, or it is not public.');
  }
  // 410: the proof has ended.
  if (response.status !== 200 && response.status !== 410) {
    throw new PlainFailure(`The site answered with status ${response.status} instead of a proof.`);
  }
  return { json: parse(await readBody(response)), site: new URL(response.url).origin };
}

function addressOfJson(source: string): URL {
  const url = new URL(source);
  const [, page] = /^(\/(?:proofs|people)\/[^/]+)\/?$/.exec(url.pathname) ?? [];
  return page ? new URL(`/api/v1${page}`, url.origin) : url;
}

async function ask(url: URL): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(answersWithinMilliseconds);
    return await fetch(url, { signal, headers: { accept: 'application/json' } });
  } catch (error) {
    throw unreachable(error);
  }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > longestPublicPageBytes) throw new PlainFailure(tooLarge);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof PlainFailure ? error : unreachable(error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unreachable(error: unknown): PlainFailure {
  return new PlainFailure('The site could not be reached, or closed the connection.', { cause: error });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PlainFailure('It is not JSON.', { cause: error });
  }
}
