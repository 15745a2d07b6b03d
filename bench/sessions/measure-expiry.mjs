import { formatTable } from '../format-table.mjs';
import { measureBadHour } from './measure-bad-hour.mjs';
import { measureExpired } from './measure-expired.mjs';
import { serveApp } from './serve-app.mjs';
import { startAuth } from './start-auth.mjs';

// With 10 s every request finds a token that has expired or is about to. With 95 s a token is refreshed after 5 s, as
// both refresh 90 s before the end, and outlives an outage, as one that lasts an hour mostly does.
const lifetimesInSeconds = [10, 95];
// Long enough for a hundred pages to be made on a busy machine before the new token has expired as well.
const lifetimeOfExpiredInSeconds = 20;

/** What becomes of sessions whose access tokens keep expiring, in two processes of each app. */
export async function measureExpiry({ copy, starter }) {
  const sides = [
    { name: 'ours', folder: copy, page: '/bench', withUser: false },
    { name: 'the starter', folder: starter, page: '/protected', withUser: true },
  ];
  const expired = [['100 at once with an expired token', 'processes', 'refreshes', 'pages']];
  const badHour = [badHourHeading];
  for (const side of sides) {
    await whileServed(side, lifetimeOfExpiredInSeconds, async (auth, urls) => {
      for (const some of [urls.slice(0, 1), urls]) {
        const { refreshes, pages } = await measureExpired({ auth, urls: some, withUser: side.withUser });
        addRow(expired, [side.name, some.length, refreshes, pages]);
      }
    });
  }
  for (const lifetime of lifetimesInSeconds) {
    for (const side of sides) {
      await whileServed(side, lifetime, async (auth, urls) => {
        const hour = await measureBadHour({ auth, urls, withUser: side.withUser });
        addRow(badHour, [`${side.name}, tokens of ${lifetime} s`, ...Object.values(hour)]);
      });
    }
  }
  console.log(`${formatTable(expired)}\n\n${formatTable(badHour)}`);
}

const badHourHeading = [
  ...['a minute with an Auth that has bad days', 'requests', 'the page', 'told to wait'],
  ...['sent to sign-in', 'no answer', 'refreshes', 'sessions lost, of 50'],
];

/** Shows it at once too: the whole takes minutes. */
function addRow(table, row) {
  table.push(row);
  console.error(row.join('  '));
}

async function whileServed({ folder, page }, lifetimeInSeconds, measure) {
  const auth = await startAuth({ lifetimeInSeconds });
  const processes = [];
  try {
    for (let count = 0; count < 2; count++) processes.push(await serveApp(folder, page, auth.variables));
    await measure(
      auth,
      processes.map(({ url }) => url),
    );
  } finally {
    for (const one of processes) await one.stop();
    await auth.stop();
  }
}
