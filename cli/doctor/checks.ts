import { apps } from './checks/apps.ts';
import { captcha } from './checks/captcha.ts';
import { clock } from './checks/clock.ts';
import { databaseAddress } from './checks/database-address.ts';
import { exemptApps } from './checks/exempt-apps.ts';
import { keys } from './checks/keys.ts';
import { mail } from './checks/mail.ts';
import { passkeys } from './checks/passkeys.ts';
import { schema } from './checks/schema.ts';
import { signInMethods } from './checks/sign-in-methods.ts';
import { site } from './checks/site.ts';
import { solana } from './checks/solana.ts';
import { tokens } from './checks/tokens.ts';
import { unseen } from './checks/unseen.ts';
import type { Check } from './context.ts';
import { probe } from './probe/probe.ts';
import { testMail } from './test-mail.ts';

/** Ordered so that one failure explains the next. */
export const checks: Check[] = [
  keys,
  clock,
  // Comes before the checks that compare the project with SITE_URL.
  site,
  tokens,
  schema,
  apps,
  databaseAddress,
  exemptApps,
  signInMethods,
  captcha,
  passkeys,
  probe,
  mail,
  testMail,
  solana,
  unseen,
];
