export { type CheckedExportedProof, checkExportedProofs } from './exported-proofs.ts';
export {
  type CheckedPublicPage,
  checkPublicPage,
  longestPublicPageBytes,
  type PageProof,
  type PublicPage,
} from './public-page.ts';
export {
  type CheckedPublicProof,
  checkPublicProof,
  longestPublicProofBytes,
  type PublicProof,
} from './public-proof.ts';
export { type PublicProofCheck, publicProofChecks } from './public-proof-checks.ts';
export { type ProofCheck, type ProofEvidence, type ProofRefusal, verifyProof } from './verify.ts';
