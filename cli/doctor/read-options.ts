import { PlainFailure } from '../plain-failure.ts';

export type Options = {
  probe: boolean;
  testMailTo: string | null;
  hasSite: boolean;
  as: 'text' | 'json' | 'sql';
};

/** The typed options by name. */
export type Typed = {
  probe: boolean;
  json: boolean;
  'fix-sql': boolean;
  'without-site': boolean;
  'send-test-mail': string | undefined;
};

/** @throws PlainFailure for a wrong option */
export function readOptions(typed: Typed): Options {
  const { probe, json, 'fix-sql': fixSql, 'send-test-mail': address } = typed;
  if (json && fixSql) throw new PlainFailure('Use --json or --fix-sql, not both.');
  if (address !== undefined && !/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address))
    throw new PlainFailure('--send-test-mail needs one email address, like you@your-company.example.');
  return {
    probe,
    testMailTo: address ?? null,
    hasSite: !typed['without-site'],
    as: fixSql ? 'sql' : json ? 'json' : 'text',
  };
}
