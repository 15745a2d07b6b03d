import { Icon } from '@/components/ui/icon';

const steps = ['Scan', 'Enter the code', 'Save your codes'] as const;

export function TwoStepSteps({ current }: { current: (typeof steps)[number] }) {
  const place = steps.indexOf(current);
  return (
    <ol aria-label="Steps" className="grid grid-cols-3 gap-2 text-small font-medium text-muted print:hidden">
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
