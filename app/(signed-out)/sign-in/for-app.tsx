import { findInteraction } from '@/lib/oidc/interaction';

/** Which app somebody goes on to after signing in. Only in the browser that came from it: nobody else can name one here. */
export async function ForApp({ next }: { next: string | undefined }) {
  const [, id] = /^\/connect\/([\w-]{20,64})(?:[?#]|$)/.exec(next ?? '') ?? [];
  // Signing in goes on without it.
  const asked = id ? await findInteraction(id).catch(() => null) : null;
  if (!asked) return null;
  return (
    <p className="-mt-4 text-muted">
      to go on to <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{asked.destination}</bdi>
    </p>
  );
}
