import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatTable } from '../format-table.mjs';
import { buildStarter } from './build-starter.mjs';
import { compareRounds, describeSpeed, measureInTurns, speedHeading } from './measure-speed.mjs';

const page = '/protected';
const pageWithCall = '/protected/with-call';

/** The starter's page, after one call of the database. */
const callingPage = `import ProtectedPage from '../page';
import { createClient } from '@/lib/supabase/server';
import { Suspense } from 'react';

async function Name() {
  const supabase = await createClient();
  const { data, error } = await supabase.schema('countersign').from('accounts').select('code').single();
  if (error) throw new Error(error.message);
  return <p>{data.code}</p>;
}

export default function Page() {
  return <><Suspense><Name /></Suspense><ProtectedPage /></>;
}
`;

/** Measures `/account` and `/wallets` against the published starter's `/protected`, without and with one call of the database. */
export async function measurePages({ copy }, published) {
  const folder = resolve(published);
  await measureInTurns(
    async (serve, { variables }) => {
      mkdirSync(join(folder, 'app', pageWithCall), { recursive: true });
      writeFileSync(join(folder, 'app', pageWithCall, 'page.tsx'), callingPage);
      buildStarter(folder, variables.SUPABASE_URL, variables.SUPABASE_PUBLISHABLE_KEY);
      const account = await serve('/account', copy, '/account');
      const wallets = await serve('/wallets', copy, '/wallets');
      const theirs = await serve("the starter's page", folder, page);
      const calling = await serve('the same page, with one call', folder, pageWithCall);
      const shown = await (await fetch(calling.url, { headers: { cookie: calling.cookie } })).text();
      if (!/<p>[\dA-Z]{4}-[\dA-Z]{4}<\/p>/.test(shown)) throw new Error('The call of the database failed.');
      return [account, wallets, theirs, calling];
    },
    ([account, wallets, theirs, calling]) => {
      console.log(formatTable([speedHeading, ...[account, wallets, theirs, calling].map(describeSpeed)]));
      console.log('\nOurs against the starter, within a round: the median, and the middle half');
      console.log(
        compareRounds([
          ['/account', account, theirs],
          ['/account, one call each', account, calling],
          ['/wallets', wallets, theirs],
          ['/wallets, one call each', wallets, calling],
        ]),
      );
    },
  );
}
