'use server';

import { declinePasskeyOffer } from '@/lib/auth/account/passkeys';
import { callable } from '@/lib/forms/action';
import { Nothing } from '@/lib/forms/auth-schemas';

export const declinePasskeyOfferAction = callable(Nothing, declinePasskeyOffer);
