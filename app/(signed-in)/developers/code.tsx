export const codeBox =
  'overflow-hidden rounded-card border border-hairline bg-sunken [&_button:hover]:bg-surface';

type CodeProps = { id: string; name: string; className?: string; children: React.ReactNode };

/** Code without line wraps, which a keyboard can scroll too. */
export function Code({ id, name, className = 'py-3.5', children }: CodeProps) {
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus.
      tabIndex={0}
      className={`overflow-x-auto px-4 focus-visible:-outline-offset-2 ${className}`}
    >
      <pre id={id} className="font-mono text-small leading-5">
        {children}
      </pre>
    </section>
  );
}
