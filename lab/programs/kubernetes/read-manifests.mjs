import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';

/** @param {string} file */
export function readManifests(file) {
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    return document.toJS();
  });
}

/** Kubernetes' own schema of its kind. @returns {Promise<string | null>} */
async function findProblem(document) {
  const { apiVersion = '', kind = '' } = document ?? {};
  try {
    const models = await import(`kubernetes-models/${apiVersion}/${kind}`);
    new models[kind](document).validate();
    return null;
  } catch (error) {
    return `${apiVersion} ${kind}: ${error.message}`;
  }
}

// `node read-manifests.mjs [--kubernetes] <file>`: prints [{document, problem}].
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isChecked = process.argv[2] === '--kubernetes';
  const documents = readManifests(process.argv.at(-1) ?? '');
  const found = await Promise.all(
    documents.map(async (document) => ({
      document,
      problem: isChecked ? await findProblem(document) : null,
    })),
  );
  console.log(JSON.stringify(found));
}
