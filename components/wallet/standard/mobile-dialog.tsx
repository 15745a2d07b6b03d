import { type MobileStep, mobileSteps } from '@countersign/mobile-wallet/mobile-steps';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { QrCode } from '@/components/ui/qr-code';

type ShownStep = Exclude<MobileStep, { name: 'none' }>;

const headings: Record<ShownStep['name'], string> = {
  'explain-permission': 'Allow this page to reach your wallet',
  'permission-prompt': 'Answer your browser',
  open: 'Open your wallet app',
  'fetching-code': 'Use a wallet on a phone',
  code: 'Use a wallet on a phone',
  expired: 'The code has expired',
};

/** Guides the user to a wallet on a phone: a code to scan, or the steps on the phone itself. */
export function MobileDialog({ step }: { step: ShownStep }) {
  return (
    <Dialog isOpen heading={headings[step.name]} onClose={mobileSteps.cancel}>
      <div className="flex flex-col gap-5">
        {step.name === 'code' || step.name === 'fetching-code' ? <CodeStep step={step} /> : null}
        {step.name === 'expired' ? (
          <PressStep label="Show a new code">A code works once, for 30 seconds. Nothing changed.</PressStep>
        ) : null}
        {step.name === 'explain-permission' ? (
          <PressStep label="Continue">
            Your browser will ask whether this site may reach apps on your device. Allow it, so that the page
            can talk to your wallet.
          </PressStep>
        ) : null}
        {step.name === 'permission-prompt' ? (
          <p role="status" className="text-muted">
            Allow this site to reach apps on your device. Without that, the page can't talk to your wallet.
          </p>
        ) : null}
        {step.name === 'open' ? (
          <PressStep label="Open the wallet app">Then come back to this page.</PressStep>
        ) : null}
        <Button onClick={mobileSteps.cancel}>Cancel</Button>
      </div>
    </Dialog>
  );
}

function PressStep({ label, children }: { label: string; children: string }) {
  return (
    <>
      <p className="text-muted">{children}</p>
      <Button variant="primary" className="-mb-3" onClick={mobileSteps.proceed}>
        {label}
      </Button>
    </>
  );
}

function CodeStep({ step }: { step: Extract<ShownStep, { name: 'code' | 'fetching-code' }> }) {
  return (
    <>
      <p>Open the wallet on your phone, find its scanner, and scan this code.</p>
      <div className="grid min-h-64 place-items-center">
        {step.name === 'code' ? (
          <QrCode className="size-64" text={step.link} name="Code to scan with the wallet on your phone" />
        ) : (
          <p role="status" className="text-muted">
            Getting a code…
          </p>
        )}
      </div>
      {step.name === 'code' ? (
        <details className="text-small">
          <summary className="cursor-pointer py-3 font-semibold">Can't scan it?</summary>
          <p className="text-muted">Send this link to your phone and open it there.</p>
          <p className="my-2 font-mono [overflow-wrap:anywhere] select-all">{step.link}</p>
          <CopyButton label="Copy link" text={step.link} isButton />
        </details>
      ) : null}
      <p className="text-small text-muted">
        The code works once, for 30 seconds, and the connection is end-to-end encrypted. Few wallet apps
        support these codes yet: if yours shows an error, use it on its own device or in this browser.
      </p>
    </>
  );
}
