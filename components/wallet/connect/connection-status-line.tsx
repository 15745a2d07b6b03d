import { useEffect, useRef, useState } from 'react';
import { walletErrors } from '@/lib/errors/wallet';
import { shortenAddress } from '@/lib/shorten';
import { cleanWalletName } from './clean-wallet-name';

type Connection = { walletName: string; address: string } | null;

type News = { text: string; isShown: boolean };

const noNews: News = { text: '', isShown: false };

/** Announces connection changes to screen readers. Visible only for changes that the page doesn't show. */
export function ConnectionStatusLine(props: {
  connection: Connection;
  wasEndedHere: () => boolean;
  /** Counts events that the page reports elsewhere. Each clears the message. */
  newerEvents: number;
}) {
  const { connection, wasEndedHere, newerEvents } = props;
  const before = useRef<Connection>(null);
  const [news, setNews] = useState(noNews);
  const walletName = connection?.walletName;
  const address = connection?.address;

  useEffect(() => {
    const now = walletName !== undefined && address !== undefined ? { walletName, address } : null;
    const kind = describeConnectionNews(before.current, now);
    before.current = now;
    if (kind === 'connected')
      setNews({ text: `${cleanWalletName(walletName)} is connected.`, isShown: false });
    if (kind === 'account-changed' && now)
      setNews({
        text: `${cleanWalletName(walletName)} switched to another account, ${shortenAddress(now.address)}.`,
        isShown: true,
      });
    if (kind === 'disconnected') {
      const { title, hint } = walletErrors['wallet.disconnected'];
      setNews(
        wasEndedHere()
          ? { text: 'The wallet is disconnected.', isShown: false }
          : { text: `${title} ${hint}`, isShown: true },
      );
    }
  }, [walletName, address, wasEndedHere]);

  useEffect(() => {
    if (newerEvents > 0) setNews(noNews);
  }, [newerEvents]);

  return (
    <p role="status" className={news.isShown ? 'news text-muted' : 'sr-only'}>
      {news.text}
    </p>
  );
}

export function describeConnectionNews(
  before: Connection,
  now: Connection,
): 'connected' | 'account-changed' | 'disconnected' | null {
  if (!now) return before ? 'disconnected' : null;
  if (!before || before.walletName !== now.walletName) return 'connected';
  return before.address === now.address ? null : 'account-changed';
}
