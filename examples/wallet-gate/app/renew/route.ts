import { signIn } from '../../auth';

/**
 * An access token is good for ten minutes. After that we go by Countersign again, which sends the person who is signed in
 * there back at once, without a question, as long as they let this app see their wallets.
 */
export async function GET(): Promise<void> {
  await signIn('countersign', { redirectTo: '/members' });
}
