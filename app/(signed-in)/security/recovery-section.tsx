import { LocalTime } from '@/components/local-time';
import { buttonClasses } from '@/components/ui/button';
import { recoveryCodesPath } from '@/lib/auth/account/enroll-authenticator';
import type { RecoveryCodes } from '@/lib/auth/account/recovery-codes';
import { Section } from './section';

export function RecoverySection({ codes: { unused, madeAt } }: { codes: RecoveryCodes }) {
  const left = unused === 1 ? 'One code is' : `${unused} codes are`;
  return (
    <Section
      title="Recovery codes"
      fact={
        unused > 0 && madeAt ? (
          <>
            {left} left, made <LocalTime at={madeAt} isDay />. Each lets you in once without your
            authenticator.
          </>
        ) : (
          <span className="text-warning">
            You have none. Whoever loses their phone without one is locked out.
          </span>
        )
      }
      action={
        <a href={recoveryCodesPath} className={buttonClasses('secondary')}>
          {unused > 0 ? 'Make new ones' : 'Make recovery codes'}
        </a>
      }
    />
  );
}
