'use server';

import { StartOAuth } from '@/lib/auth/flow/schemas';
import { startOAuthSignIn } from '@/lib/auth/sign-in/start-oauth';
import { action } from '@/lib/forms/action';

export const leaveForProviderAction = action(StartOAuth, ({ provider, next }) =>
  startOAuthSignIn(provider, next),
);
