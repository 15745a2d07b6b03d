import { buttonClasses } from '@/components/ui/button';

export function DeleteSection() {
  return (
    <section className="grid gap-4 py-4 wide:grid-cols-[1fr_auto] wide:items-center">
      <div className="max-w-[52ch]">
        <h2>Delete the account</h2>
        <p className="text-muted">
          The next page lists what goes and what stays. Nothing is deleted before you confirm it there.
        </p>
      </div>
      <div>
        <a href="/account/delete" className={buttonClasses('secondary')}>
          Delete the account…
        </a>
      </div>
    </section>
  );
}
