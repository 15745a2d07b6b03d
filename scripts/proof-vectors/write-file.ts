import { writeFileSync } from 'node:fs';
import { inProject } from '../project-folder.ts';
import { writeProofVectors } from './write-proof-vectors.ts';

// `node scripts/proof-vectors/write-file.ts`. Only to add vectors: others rely on those that are there.
writeFileSync(inProject('lib', 'proofs', 'proof-vectors.json'), writeProofVectors());
