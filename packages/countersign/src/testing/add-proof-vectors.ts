import { readFileSync, writeFileSync } from 'node:fs';
import { attackOnMethod, vectorOfMethod, writeVector } from './vector-of-each-method.ts';

// `node packages/countersign/src/testing/add-proof-vectors.ts` adds missing vectors to the file. It never changes one,
// because other implementations test against them.
const file = new URL('../proof/proof-vectors.json', import.meta.url);
const published = JSON.parse(readFileSync(file, 'utf8')) as {
  valid: { name: string }[];
  invalid: { attack: string }[];
};
const names = published.valid.map(({ name }) => name);
const attacks = published.invalid.map(({ attack }) => attack);
for (const [name, evidence] of Object.entries(vectorOfMethod))
  if (!names.includes(name)) published.valid.push(Object.assign({ name }, writeVector(evidence)));
for (const [attack, [evidence, reason]] of Object.entries(attackOnMethod))
  if (!attacks.includes(attack))
    published.invalid.push(Object.assign({ attack, reason }, writeVector(evidence)));
writeFileSync(file, `${JSON.stringify(published, null, 2)}\n`);
