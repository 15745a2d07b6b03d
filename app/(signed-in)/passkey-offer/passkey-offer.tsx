import { takePasskeyOffer } from '@/lib/auth/account/passkey-offer';
import { PasskeyPlace } from './passkey-place';

/** The offer of a passkey, on the page that somebody lands on. Drawn with the page, so that nothing moves. */
export async function PasskeyOffer() {
  return <PasskeyPlace isOffered={await takePasskeyOffer()} />;
}
