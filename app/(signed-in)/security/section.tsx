import type { ReactNode } from 'react';

export function Section(props: {
  id?: string;
  title: string;
  fact: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const { id, title, fact, action, children } = props;
  return (
    <section id={id} className="relative grid gap-4 py-5">
      <div className="grid justify-items-start gap-x-6 gap-y-3 wide:grid-cols-[minmax(0,1fr)_auto] wide:items-start">
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
