'use client';

/** Shown if Countersign doesn't respond or this app isn't set up. The user's wallets are unknown then, so access is denied. */
export default function Closed() {
  return (
    <>
      <h1>Nobody is at the door</h1>
      <p>We can’t say right now whether you may come in.</p>
      <p>
        <a className="button" href="/members">
          Try again
        </a>
      </p>
    </>
  );
}
