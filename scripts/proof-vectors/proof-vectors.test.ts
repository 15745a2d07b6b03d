import { readFileSync } from 'node:fs';
import { inProject } from '../project-folder.ts';
import { writeProofVectors } from './write-proof-vectors.ts';

it('the published test vectors are the ones that are made here, byte for byte', () => {
  const published = readFileSync(inProject('lib', 'proofs', 'proof-vectors.json'), 'utf8');
  expect(writeProofVectors() === published).toBe(true);
});
