'use server';

import { declinePasskeyOffer } from '@/lib/auth/account/passkey-offer';
import { callable } from '@/lib/forms/action';
import { Nothing } from '@/lib/forms/auth-schemas';

export const declinePasskeyOfferAction = callable(Nothing, declinePasskeyOffer);
