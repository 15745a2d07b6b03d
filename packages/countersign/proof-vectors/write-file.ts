import { writeFileSync } from 'node:fs';
import { writeProofVectors } from './write-proof-vectors.ts';

// `node packages/countersign/proof-vectors/write-file.ts`. Only to add vectors: others rely on those that are there.
writeFileSync(new URL('../src/proof/proof-vectors.json', import.meta.url), writeProofVectors());
