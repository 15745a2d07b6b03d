import { enter } from '../actions';
import { readTokens } from '../read-tokens';

type Props = { searchParams: Promise<{ error?: string }> };

/** What everyone sees. */
export default async function HomePage({ searchParams }: Props) {
  const { error } = await searchParams;
  const tokens = await readTokens();
  return (
    <>
      <h1>Members only</h1>
      <p>The next page is for people who have proven that a Solana wallet is theirs.</p>
      {error && (
        <p role="status" className="note">
          You were not signed in, and nothing was shared. Try again if you like.
        </p>
      )}
      {tokens ? (
        <a className="button" href="/members">
          Go in
        </a>
      ) : (
        <form action={enter}>
          <SignInButton />
        </form>
      )}
      <p className="muted">You choose which wallets this site sees. You can end it at any time.</p>
    </>
  );
}

/** The button is a picture with its words in it, so `alt` says them too. */
function SignInButton() {
  return (
    <button type="submit" className="picture">
      <picture>
        <source srcSet="/sign-in-with-countersign-light.svg" media="(prefers-color-scheme: dark)" />
        <img
          src="/sign-in-with-countersign-dark.svg"
          alt="Sign in with Countersign"
          width="253"
          height="44"
        />
      </picture>
    </button>
  );
}
