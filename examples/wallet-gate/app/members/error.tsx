'use client';

/** Shown while Countersign doesn't answer, or this app isn't set up: that says nothing about the person, and lets nobody in. */
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
