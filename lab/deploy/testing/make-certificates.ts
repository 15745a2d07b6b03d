import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Certificates = {
  /** The certificate authority, in PEM. */
  authority: string;
  authorityFile: string;
  /** Path of the certificate with its chain. */
  chainFile: string;
  keyFile: string;
};

/**
 * Creates a certificate authority and a certificate that it signs.
 * @param openssl path of the program
 * @param host the certificate's name
 */
export function makeCertificates(openssl: string, folder: string, host: string): Certificates {
  const inFolder = (name: string) => join(folder, name);
  const run = (...words: string[]) => execFileSync(openssl, words, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const [caKey, caFile] = [inFolder('authority.key'), inFolder('authority.pem')];
  run(...['req', '-x509', ...newKey, '-keyout', caKey, '-out', caFile, '-subj', '/CN=Test authority']);
  const [keyFile, request, chainFile] = [inFolder('site.key'), inFolder('site.csr'), inFolder('site.pem')];
  const name = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  run(...['req', ...newKey, '-keyout', keyFile, '-out', request, ...name]);
  const signed = [
    '-CA',
    caFile,
    '-CAkey',
    caKey,
    '-CAcreateserial',
    '-days',
    '1',
    '-copy_extensions',
    'copy',
  ];
  run(...['x509', '-req', '-in', request, ...signed, '-out', chainFile]);
  return { authority: readFileSync(caFile, 'utf8'), authorityFile: caFile, chainFile, keyFile };
}
