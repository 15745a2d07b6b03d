import { Row, Section } from '@/app/(signed-in)/security/section';
import { SyncPasskeys } from '@/app/(signed-in)/sync-passkeys';
import { LocalTime } from '@/components/ui/local-time';
import type { RowChoice } from '@/components/ui/menu';
import { RowMenu } from '@/components/ui/row-menu';
import { TimeAgo } from '@/components/ui/time-ago';
import type { Passkey, PasskeyHolder } from '@/lib/auth/account/passkeys';
import type { RenderedAt } from '@/lib/format-ago';
import { describeError } from '@/lib/result';
import { AddPasskey } from './add-passkey';
import { RemovePasskey, RenameForm } from './row-forms';

type PasskeysSectionProps = {
  passkeys: Passkey[];
  /** Null if this site doesn't offer passkeys. */
  holder: PasskeyHolder | null;
  isRemoval: boolean;
  now: RenderedAt;
};

/** Renders nothing if the site offers no passkeys and the account has none. */
export function PasskeysSection({ passkeys, holder, isRemoval, now }: PasskeysSectionProps) {
  const isOffered = holder !== null;
  if (!isOffered && passkeys.length === 0) return null;
  const tooMany = describeError('passkey.too_many');
  return (
    <Section id="passkeys" title="Passkeys" fact={describe(isOffered)}>
      {isOffered ? (
        <AddPasskey refusal={passkeys.length < mostPasskeys ? '' : `${tooMany.title} ${tooMany.hint}`} />
      ) : null}
      {passkeys.length > 0 ? (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isOffered={isOffered} now={now} />
          ))}
        </ul>
      ) : null}
      {holder ? (
        <SyncPasskeys
          holder={holder}
          credentialIds={passkeys.map(({ credentialId }) => credentialId)}
          isRemoval={isRemoval}
        />
      ) : null}
    </Section>
  );
}

const mostPasskeys = 10;

function describe(isOffered: boolean): string {
  return isOffered
    ? "Sign in with your fingerprint, face or screen lock. A passkey can't be guessed or phished."
    : `${describeError('passkey.off').title} Yours don't work until they're turned on again.`;
}

type PasskeyRowProps = { passkey: Passkey; isOffered: boolean; now: RenderedAt };

function PasskeyRow({ passkey, isOffered, now }: PasskeyRowProps) {
  const { id, name, addedAt, lastUsedAt, isSynced, isConfirmed } = passkey;
  return (
    <Row
      icon="passkey"
      title={<bdi className="font-semibold">{name}</bdi>}
      facts={
        <>
          Added <LocalTime at={addedAt} isDay /> ·{' '}
          {lastUsedAt ? (
            <>
              Last used <TimeAgo at={lastUsedAt} now={now} />
            </>
          ) : (
            'Never used'
          )}{' '}
          · {isSynced ? 'Synced' : 'Not synced'}
        </>
      }
      action={
        <RowMenu
          name={name}
          choices={[
            // Auth refuses to rename passkeys while they are off.
            ...(isOffered ? [rename(passkey)] : []),
            {
              icon: 'trash',
              label: 'Remove…',
              heading: 'Remove this passkey?',
              form: <RemovePasskey id={id} name={name} />,
            },
          ]}
        />
      }
    >
      {isConfirmed ? null : (
        <p className="text-warning">
          Set up outside this site, so it doesn't count here. If it wasn't you, remove it.
        </p>
      )}
    </Row>
  );
}

function rename(passkey: Passkey): RowChoice {
  const { id, name } = passkey;
  return {
    icon: 'pencil',
    label: 'Rename…',
    heading: 'Rename passkey',
    form: <RenameForm passkey={{ id, name }} />,
  };
}
