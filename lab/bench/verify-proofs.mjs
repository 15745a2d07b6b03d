import { readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { checkSignature } from 'countersign/proof/check-signature';
import { checkSignatureNatively } from 'countersign/proof/check-signature-natively';
import { readAddress } from 'countersign/proof/read-address';
import { verifyProof } from 'countersign/proof/verify';
import { formatTable } from './format-table.mjs';

// How many proofs one core checks in a second: node lab/bench/verify-proofs.mjs

const roundMilliseconds = 500;
const rounds = 5;

const vectors = JSON.parse(
  readFileSync(new URL('../../packages/countersign/src/proof/proof-vectors.json', import.meta.url), 'utf8'),
);

function find(name) {
  const found = [...vectors.valid, ...vectors.invalid].find(
    (vector) => name === (vector.name ?? vector.attack),
  );
  const [message, signedBytes, signature] = [found.message, found.signedBytes, found.signature].map(
    base64.decode,
  );
  return { ...found, message, signedBytes, signature };
}

/** Calls in a second: the median of some rounds, after one that warms up. */
function measure(work) {
  const perSecond = Array.from({ length: rounds + 1 }, () => {
    let calls = 0;
    const start = performance.now();
    while (performance.now() - start < roundMilliseconds) {
      work();
      calls += 1;
    }
    return (calls / (performance.now() - start)) * 1000;
  });
  return perSecond.slice(1).sort((some, other) => some - other)[Math.floor(rounds / 2)];
}

const plain = find('sign_message: the wallet signed the statement');
const publicKey = readAddress(plain.address).publicKey;

const names = [
  'sign_message: the wallet signed the statement',
  'memo: the transaction that can never land',
  'mobile: the signature appended to the message',
  'frame: version 0, format 1',
  'hardware: the message given back, a version 1 frame signed',
  'signature by another key',
  'signed instead of the statement: another chain',
  'key of small order 2 of 8, signature made up without a secret',
];
const works = names.map((name) => {
  const evidence = find(name);
  return [name, (isSignature) => verifyProof(evidence, isSignature)];
});
works.push([
  'part: the signature alone',
  (isSignature) => isSignature(plain.signature, plain.signedBytes, publicKey),
]);
works.push(['part: the address alone', () => readAddress(plain.address)]);

const measured = works.map(([name, work]) => {
  const [anywhere, onServers] = [checkSignature, checkSignatureNatively].map((isSignature) =>
    measure(() => work(isSignature)),
  );
  return [name, anywhere.toFixed(0), onServers.toFixed(0), (onServers / anywhere).toFixed(1)];
});
console.log(formatTable([['checks a second', '@noble/curves', 'node:crypto', 'ratio'], ...measured]));
