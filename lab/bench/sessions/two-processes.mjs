import { serveApp } from './serve-app.mjs';

/** This site and the starter, each with its page, and whether its cookies contain the user. */
export const sidesOf = ({ copy, starter }) => [
  { name: 'ours', folder: copy, page: '/bench', withUser: false },
  { name: 'the starter', folder: starter, page: '/protected', withUser: true },
];

/** Runs `work` with the page's URLs in two processes of one app, as behind a load balancer. */
export async function withTwoProcesses({ folder, page }, auth, work) {
  const processes = [];
  try {
    for (let count = 0; count < 2; count++) processes.push(await serveApp(folder, page, auth.variables));
    await work(processes.map(({ url }) => url));
  } finally {
    for (const one of processes) await one.stop();
  }
}
