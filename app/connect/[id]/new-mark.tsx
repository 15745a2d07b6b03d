/** What the app doesn't see yet. In words, and never green. */
export function NewMark() {
  return (
    <span className="rounded-control border border-edge px-1.5 text-small font-medium whitespace-nowrap">
      New
    </span>
  );
}
