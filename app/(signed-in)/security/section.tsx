import type { ReactNode } from 'react';
import { Icon, Lines } from '@/components/ui/icon';

export function Section(props: {
  id?: string;
  title: string;
  fact: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const { id, title, fact, action, children } = props;
  return (
    <section id={id} className="relative grid gap-4 py-5 [&>ul:last-child]:-mb-3">
      <div className="grid justify-items-start gap-x-6 gap-y-4 wide:grid-cols-[minmax(0,1fr)_fit-content(50%)] wide:items-start">
        <div>
          {/* Takes the focus when the focused element is gone. */}
          <h2 tabIndex={-1} className="w-fit">
            {title}
          </h2>
          <div className="text-muted">{fact}</div>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

const icons = {
  passkey:
    'M8.75 4.75a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 0 1 5.5 0M1.5 13.75C1.7 11 3.6 9.5 6 9.5c.8 0 1.5.16 2.1.46M13.75 8.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0M11.75 10.5v4M11.75 12.75h1.5',
  phone:
    'M6 1.75h4a1.5 1.5 0 0 1 1.5 1.5v9.5a1.5 1.5 0 0 1-1.5 1.5H6a1.5 1.5 0 0 1-1.5-1.5v-9.5A1.5 1.5 0 0 1 6 1.75M7.25 12h1.5',
  computer: 'M4 3h8a1 1 0 0 1 1 1v5.25a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M1.5 12.75h13',
} as const;

type RowProps = {
  icon: keyof typeof icons;
  title: ReactNode;
  facts: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
};

export function Row({ icon, title, facts, children, action }: RowProps) {
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)] gap-3 not-first:*:border-hairline not-first:[&>div]:border-t">
      <span
        aria-hidden="true"
        className="mt-3.5 grid size-8 place-items-center rounded-control bg-sunken text-muted"
      >
        <Lines path={icons[icon]} />
      </span>
      <div className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
        <div className="min-w-0 flex-1 basis-40">
          <p className="[overflow-wrap:anywhere]">{title}</p>
          <p className="text-small text-muted">{facts}</p>
          {children}
        </div>
        {action}
      </div>
    </li>
  );
}

const steps = ['Add the app', 'Save your codes'] as const;

export function TwoStepSteps({ current }: { current: (typeof steps)[number] }) {
  const place = steps.indexOf(current);
  return (
    <ol aria-label="Steps" className="grid grid-cols-2 gap-2 text-small font-medium text-muted print:hidden">
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === place ? 'step' : undefined}
          className={`flex items-center gap-1.5 border-t-2 pt-2 aria-[current=step]:font-semibold aria-[current=step]:text-ink ${at > place ? 'border-hairline' : 'border-ink'}`}
        >
          {at < place ? <Icon name="tick" size={14} /> : null}
          {step}
          {at < place ? <span className="sr-only">, done</span> : null}
        </li>
      ))}
    </ol>
  );
}
