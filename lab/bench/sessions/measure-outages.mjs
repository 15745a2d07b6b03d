import { formatTable } from '../format-table.mjs';
import { simulateOutages } from './simulate-outages.mjs';
import { startAuth } from './start-auth.mjs';
import { sidesOf, withTwoProcesses } from './two-processes.mjs';

// Both apps refresh 90 s before the expiry. At 95 s, a token is refreshed after 5 s and outlives an outage, as most hour-long
// tokens do. At 10 s, every request finds a token that has expired or is about to.
const lifetimesInSeconds = [95, 10];

/** Counts lost sessions whose access tokens keep expiring during outages of Auth. */
export async function measureOutages(apps) {
  const rows = [];
  for (const lifetimeInSeconds of lifetimesInSeconds) {
    for (const side of sidesOf(apps)) {
      const auth = await startAuth({ lifetimeInSeconds });
      try {
        await withTwoProcesses(side, auth, async (urls) => {
          const counted = await simulateOutages({ auth, urls, withUser: side.withUser });
          rows.push([`${side.name}, tokens of ${lifetimeInSeconds} s`, ...Object.values(counted)]);
        });
      } finally {
        await auth.stop();
      }
      console.error(rows.at(-1).join('  '));
    }
  }
  console.log(formatTable([heading, ...rows]));
}

const heading = [
  ...['a minute with an Auth that has bad days', 'requests', 'the page', 'told to wait'],
  ...['sent to sign-in', 'no answer', 'refreshes', 'sessions lost, of 50'],
];
