import { headers } from 'next/headers';
import { environment } from '@/lib/env';
import { captchaErrors } from '@/lib/errors/sign-in';
import { nonceHeader } from '@/lib/http/request-headers';

const sentence = (code: keyof typeof captchaErrors) =>
  `${captchaErrors[code].title} ${captchaErrors[code].hint}`;

/** The element in which the script at `/api/captcha` renders the captcha, if the site has one. */
export async function CaptchaPlace() {
  const { captcha } = environment();
  if (!captcha) return null;
  const nonce = (await headers()).get(nonceHeader) ?? undefined;
  return (
    <section
      aria-label="Check that you're a person"
      className="grid gap-2"
      data-captcha={captcha.provider}
      data-site-key={captcha.siteKey}
      data-script={captcha.script}
      data-waiting={sentence('captcha.waiting')}
      data-expired={sentence('captcha.expired')}
      data-unloaded={sentence('captcha.unloaded')}
    >
      <p className="hidden no-js:block">{sentence('captcha.needs_scripts')}</p>
      <p
        data-captcha-words
        role="status"
        tabIndex={-1}
        hidden
        suppressHydrationWarning
        className="text-small"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; what the script draws there is nothing of React's.
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <div
        data-captcha-place
        suppressHydrationWarning
        className={`${captcha.provider === 'turnstile' ? 'min-h-[65px]' : 'min-h-[78px]'} no-js:hidden`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: as above.
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <script async src="/api/captcha" nonce={nonce} />
    </section>
  );
}
