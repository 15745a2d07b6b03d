import { useId } from 'react';
import { Button } from '@/components/ui/button';
import type { WalletChoice, WalletOffer } from './wallet-choices';
import { WalletIcon } from './wallet-icon';

/** The wallets to choose from: detected ones first, others behind a toggle unless none are detected. */
export function WalletList(props: {
  detected: WalletChoice[];
  others: WalletChoice[];
  showsMore: boolean;
  onToggleMore: () => void;
  onChoose: (choice: WalletChoice) => void;
}) {
  const { detected, others, showsMore, onToggleMore, onChoose } = props;
  const othersId = useId();
  const hasToggle = detected.length > 0 && others.length > 0;
  return (
    <>
      {detected.length > 0 ? (
        <ChoiceRows choices={detected} onChoose={onChoose} />
      ) : (
        <p className="mb-3 text-muted">
          {others.every(({ offer }) => offer === 'install')
            ? 'Install one of these, then come back to this page.'
            : 'Use one that you have, or install one and come back to this page.'}
        </p>
      )}
      <div id={othersId} hidden={hasToggle && !showsMore}>
        {others.length > 0 ? <ChoiceRows choices={others} onChoose={onChoose} /> : null}
      </div>
      {hasToggle ? (
        <Button
          variant="quiet"
          aria-expanded={showsMore}
          aria-controls={othersId}
          className="mt-3 -mb-1 w-full"
          onClick={onToggleMore}
        >
          {showsMore ? 'Less options' : 'More options'}
        </Button>
      ) : null}
    </>
  );
}

function ChoiceRows({
  choices,
  onChoose,
}: {
  choices: WalletChoice[];
  onChoose: (choice: WalletChoice) => void;
}) {
  return (
    <ul className="-mx-5 -mb-px border-b border-hairline">
      {choices.map((choice) => (
        <li key={choice.name} className="border-t border-hairline">
          <ChoiceRow choice={choice} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function ChoiceRow({ choice, onChoose }: { choice: WalletChoice; onChoose: (choice: WalletChoice) => void }) {
  const look =
    'flex min-h-14 w-full items-center gap-3 px-5 py-2 text-left font-normal text-ink no-underline -outline-offset-2 hover:bg-sunken';
  const content = (
    <>
      <WalletIcon icon={choice.icon} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold [overflow-wrap:anywhere]">{choice.label}</span>
        {choice.note ? <span className="block text-small text-muted">{choice.note}</span> : null}
      </span>
      <span
        className={`shrink-0 text-small ${choice.offer === 'install' ? 'text-link underline underline-offset-2' : 'text-muted'}`}
      >
        {offerWords[choice.offer]}
      </span>
    </>
  );
  if (choice.offer === 'install' && choice.installUrl)
    return (
      <a className={look} href={choice.installUrl} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  return (
    <button type="button" className={look} onClick={() => onChoose(choice)}>
      {content}
    </button>
  );
}

const offerWords: Record<WalletOffer, string> = {
  connect: 'Detected',
  'open-app': 'Opens the app',
  scan: 'Shows a code',
  install: 'Install',
};
