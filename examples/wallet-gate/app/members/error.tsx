'use client';

/** Shown while Countersign doesn't answer: that says nothing about the person, and lets nobody in. */
export default function Closed() {
  return (
    <>
      <h1>Nobody is at the door</h1>
      <p>Countersign did not answer, so we can’t say whether you may come in.</p>
      <p>
        <a className="button" href="/members">
          Try again
        </a>
      </p>
    </>
  );
}
