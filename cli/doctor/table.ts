import type { Group } from './check.ts';
import { database } from './checks/database.ts';
import { mail, testMail } from './checks/mail.ts';
import { apps, solana, unseen } from './checks/others.ts';
import { probe } from './checks/probe.ts';
import { clock, keys, tokens } from './checks/project.ts';
import { captcha, passkeys, signInMethods } from './checks/sign-in.ts';
import { site } from './checks/site.ts';

/** All checks of the doctor: question, right answer, and the level and correction of other answers. */
export const table: Group[] = [
  // Ordered so that one failure explains the next.
  keys,
  clock,
  site,
  tokens,
  database,
  apps,
  signInMethods,
  captcha,
  passkeys,
  probe,
  mail,
  testMail,
  solana,
  unseen,
];
