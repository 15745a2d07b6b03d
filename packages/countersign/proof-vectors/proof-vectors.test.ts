import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeProofVectors } from './write-proof-vectors.ts';

it('the published test vectors are the ones that are made here, byte for byte', () => {
  const published = readFileSync(join(__dirname, '../src/proof/proof-vectors.json'), 'utf8');
  expect(writeProofVectors() === published).toBe(true);
});
