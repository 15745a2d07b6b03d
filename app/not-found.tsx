import type { Metadata } from 'next';
import { buttonClasses } from '@/components/ui/button';
import { Wordmark } from '@/components/wordmark';
import { describeError } from '@/lib/result';
import { SignOutForm } from './sign-out-form';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  const { title, next } = describeError('request.not_found');
  return (
    <main className="mx-auto grid w-full max-w-[432px] justify-items-start gap-6 px-4 pt-16">
      <div className="flex w-full items-center justify-between">
        <Wordmark />
        <SignOutForm />
      </div>
      <h1>{title}</h1>
      <p className="text-muted">{next}</p>
      <a href="/wallets" className={buttonClasses('primary')}>
        Go to your wallets
      </a>
    </main>
  );
}
