import { Button } from '@/components/ui/button';
import { longestSearch, type WalletOrder, type WalletView } from '@/lib/wallets/wallet-view';

const orderNames: Record<WalletOrder, string> = {
  newest: 'Newest first',
  name: 'Name',
  'oldest-proof': 'Oldest proof first',
};

/** From this number on, users search a list instead of reading it. */
export const shortestSearchedList = 10;

export function WalletFinder({ view, found }: { view: WalletView; found: number }) {
  return (
    <search>
      <form action="/wallets" className="mb-4 flex flex-wrap items-end gap-2">
        <label className="min-w-40 flex-1">
          <span className="mb-1.5 block text-small font-medium">Search</span>
          <input
            type="search"
            name="q"
            defaultValue={view.search}
            maxLength={longestSearch}
            placeholder="Label, wallet or address"
            autoComplete="off"
            spellCheck={false}
            className="h-11 w-full rounded-control border border-edge bg-surface px-3 text-input text-ink placeholder:text-muted"
          />
        </label>
        <label>
          <span className="mb-1.5 block text-small font-medium">Sort by</span>
          <select
            name="sort"
            defaultValue={view.order}
            className="h-11 rounded-control border border-edge bg-surface px-3 text-input text-ink"
          >
            {Object.entries(orderNames).map(([order, name]) => (
              <option key={order} value={order}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">Show</Button>
      </form>
      {view.search ? (
        <p className="mb-4 text-muted">
          {found === 0 ? 'No wallet matches ' : `${found} ${found === 1 ? 'matches' : 'match'} `}
          <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{view.search}</bdi>.{' '}
          <a href="/wallets">Show all</a>
        </p>
      ) : null}
    </search>
  );
}
