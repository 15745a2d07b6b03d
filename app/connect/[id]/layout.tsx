import type { ReactNode } from 'react';
import { ConnectColumn } from '@/app/connect/connect-column';
import { requestPath } from '@/app/connect/redirect';

type RequestLayoutProps = { params: Promise<{ id: string }>; children: ReactNode };

/** `Sign out` keeps the app's request, like `Use another account`. */
export default async function RequestLayout({ params, children }: RequestLayoutProps) {
  return (
    <ConnectColumn signOutPath={`${requestPath((await params).id)}/another-account`}>
      {children}
    </ConnectColumn>
  );
}
