import { PlainFailure } from '../plain-failure.ts';

export type Options = {
  probe: boolean;
  testMailTo: string | null;
  hasSite: boolean;
  as: 'text' | 'json' | 'sql';
};

/** What was typed, by the names of the options. */
export type Typed = {
  probe: boolean;
  json: boolean;
  'fix-sql': boolean;
  'without-site': boolean;
  'send-test-mail': string | undefined;
};

/** @throws PlainFailure that says what is wrong with what was typed */
export function readOptions(typed: Typed): Options {
  const { probe, json, 'fix-sql': fixSql, 'send-test-mail': address } = typed;
  if (json && fixSql) throw new PlainFailure('Say --json or --fix-sql, not both.');
  if (address !== undefined && !/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(address))
    throw new PlainFailure('--send-test-mail needs one mail address, like you@your-company.example.');
  return {
    probe,
    testMailTo: address ?? null,
    hasSite: !typed['without-site'],
    as: fixSql ? 'sql' : json ? 'json' : 'text',
  };
}
