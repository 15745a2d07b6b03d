'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ActionForm, type FormAction } from '@/components/ui/action-form';
import { buttonClasses } from '@/components/ui/button';
import { typedValue } from '@/components/ui/form-answer';
import { Note, Notes } from '@/components/ui/note';
import { SubmitButton } from '@/components/ui/submit-button';
import { TextArea } from '@/components/ui/text-area';
import { type Library, makeAddresses, splitLines } from '@/lib/apps/make-addresses';
import { describePlace } from '@/lib/describe-place';
import type { FormState } from '@/lib/forms/form-state';
import { EnvBlock } from './env-block';
import { RegistrationFields } from './registration-fields';

type RegisterFormProps = {
  /** A prop of the page, so that the page loads the scripts of the registered app's view. */
  action: FormAction;
  issuer: string;
  libraries: Library[];
  /** Where the app probably runs, or empty. */
  home: string;
  /** Shown at the end of the notes. */
  children: ReactNode;
};

export function RegisterForm({ action, issuer, children, ...fields }: RegisterFormProps) {
  return (
    <ActionForm
      action={action}
      className="tall-controls with-notes [&>*]:col-start-1 min-[1024px]:[&>aside]:col-start-2 min-[1024px]:[&>aside]:row-[1/span_4]"
      whenDone={({ name = '', clientId = '', secret = '', env = '' }, shown) => (
        <Registered path={`/developers/${clientId}`} name={name}>
          {shown ?? (
            <div className="grid grid-cols-1 gap-5">
              <h1 className="[overflow-wrap:anywhere]">{name}</h1>
              <EnvBlock
                values={{
                  issuer,
                  clientId,
                  isConfidential: secret !== '',
                  libraries: [{ id: '', env }],
                }}
                secret={secret}
              />
              <p>
                <a href={`/developers/${clientId}`} className={buttonClasses('primary')}>
                  Continue to your app
                </a>
              </p>
            </div>
          )}
        </Registered>
      )}
    >
      {(state) => (
        <Fields state={state} {...fields}>
          {children}
        </Fields>
      )}
    </ActionForm>
  );
}

type FieldsProps = Pick<RegisterFormProps, 'libraries' | 'home' | 'children'> & {
  state: FormState;
};

function Fields({ state, libraries, home, children }: FieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ name: '', place: '' });
  useEffect(() => {
    const form = fields.current?.closest('form');
    if (!form) return;
    const look = () => setSeen(fillIn(form, { libraries, home }));
    look();
    form.addEventListener('input', look);
    return () => form.removeEventListener('input', look);
  }, [libraries, home]);
  const library = typedValue(state, 'library') ?? libraries[0]?.id;
  return (
    <>
      <div ref={fields} className="grid gap-6">
        <div>
          <h1>Register an app</h1>
          <p className="mt-1 text-muted">Takes a minute. You can change everything later.</p>
        </div>
        <fieldset className="grid grid-cols-2 gap-2 wide:grid-cols-4">
          <legend className="mb-1.5 text-small font-medium">What is it built with?</legend>
          {libraries.map(({ id, label }) => (
            <label
              key={id}
              className="relative grid min-h-11 cursor-pointer place-items-center rounded-control border border-hairline bg-surface px-2 text-center text-control font-medium hover:bg-sunken has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link forced-colors:has-checked:outline-2"
            >
              <input
                type="radio"
                name="library"
                value={id}
                defaultChecked={id === library}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <RegistrationFields state={state}>
          <TextArea
            label="Where does it run?"
            name="homes"
            rows={2}
            defaultValue={typedValue(state, 'homes') ?? home}
            data-made={home}
            hint={`One ${home ? "address per line, such as your machine's and your site's" : 'https address per line'}. For Supabase, your project's.`}
          />
        </RegistrationFields>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <SubmitButton label="Register" pendingLabel="Registering…" />
          <a href="/developers" className="tappable">
            Back to your apps
          </a>
        </div>
      </div>
      <Notes isBesideForm>
        <Note title="What people will see">
          <div className="grid gap-2.5 rounded-card border border-hairline bg-surface p-5">
            <p className="font-semibold [overflow-wrap:anywhere] text-ink">
              Sign in to <bdi>{seen.place || 'your-app.example'}</bdi>
            </p>
            <p>
              The app calls itself{' '}
              <bdi className="font-semibold [overflow-wrap:anywhere] text-ink">{seen.name || 'Your app'}</bdi>
              .
            </p>
            <p>
              <span className="tag bg-warning-wash text-warning">Not reviewed</span>
            </p>
          </div>
        </Note>
        {children}
      </Notes>
    </>
  );
}

/** Fills in the addresses of the chosen library, unless the user typed others. @returns the name and the place that consent shows */
function fillIn(
  form: HTMLFormElement,
  { libraries, home }: Pick<FieldsProps, 'libraries' | 'home'>,
): { name: string; place: string } {
  const read = (name: string) => String(new FormData(form).get(name) ?? '');
  const library = libraries.find(({ id }) => id === read('library'));
  const write = (name: string, text: string) => {
    const field = form.querySelector<HTMLTextAreaElement>(`[name=${name}]`);
    if (!field || field.value !== (field.dataset.made ?? '')) return;
    field.value = text;
    field.dataset.made = text;
  };
  write('homes', library?.isElsewhere ? '' : home);
  if (library)
    for (const [name, uris] of Object.entries(makeAddresses(library, splitLines(read('homes')))))
      write(name, uris.join('\n'));
  const [first = ''] = splitLines(read('redirectUris'));
  const url = URL.canParse(first) ? new URL(first) : null;
  return { name: read('name'), place: url ? describePlace(url.host || url.protocol) : '' };
}

function Registered({ path, name, children }: { path: string; name: string; children: ReactNode }) {
  useEffect(() => {
    // Reloading then shows the app's page: an empty form would invite a second registration. Bypasses the router's `replaceState`, which
    // would restore the form on Back; the browser loads an entry that isn't the router's.
    History.prototype.replaceState.call(history, {}, '', path);
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
    document.title = document.title.replace(/^.* ·/, `${name} ·`);
  }, [path, name]);
  return children;
}
