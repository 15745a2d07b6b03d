import type { ReactNode } from 'react';
import { ConnectColumn } from '../connect-column';
import { requestPath } from '../lead-on';

type RequestLayoutProps = { params: Promise<{ id: string }>; children: ReactNode };

/** `Sign out` keeps the app's request, like `Use another account`. */
export default async function RequestLayout({ params, children }: RequestLayoutProps) {
  return (
    <ConnectColumn signOutPath={`${requestPath((await params).id)}/another-account`}>
      {children}
    </ConnectColumn>
  );
}
