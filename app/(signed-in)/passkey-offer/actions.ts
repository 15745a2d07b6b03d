'use server';

import { declinePasskeyOffer } from '@/lib/auth/account/passkey-offer';
import { Nothing } from '@/lib/flow/auth-schemas';
import { callable } from '@/lib/forms/action';

export const declinePasskeyOfferAction = callable(Nothing, declinePasskeyOffer);
