'use client';

import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { Field, FieldProblem } from '@/components/ui/field';
import { fieldProblem, typedValue } from '@/components/ui/form-answer';
import { nameProblem } from '@/components/ui/name-problem';
import { TextArea } from '@/components/ui/text-area';
import { largestLogoInBytes } from '@/lib/apps/clean-logo';
import type { OwnClient } from '@/lib/apps/own-clients';
import type { FormState } from '@/lib/forms/form-state';
import type { Problem } from '@/lib/problem';

const algorithms = [
  { value: 'RS256', label: 'RS256', hint: "The default of most libraries. Choose it if you're unsure." },
  { value: 'ES256', label: 'ES256', hint: 'Shorter signatures. Most libraries need a setting for it.' },
];

type RegistrationFieldsProps = {
  state: FormState;
  given?: Pick<OwnClient, 'name' | 'redirectUris' | 'signOutUris'>;
  /** Beside the name. */
  children?: React.ReactNode;
};

export function RegistrationFields({ state, given, children }: RegistrationFieldsProps) {
  return (
    <>
      <div className={children ? 'grid gap-5 wide:grid-cols-2' : undefined}>
        <Field
          label="Name"
          name="name"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          defaultValue={typedValue(state, 'name') ?? given?.name}
          keepsHint
          hint={
            fieldProblem(state, 'name')?.hint ??
            (given
              ? "If you change the name or add a host, people have to agree again. Until then, your app can't see their data."
              : 'Up to 40 characters.')
          }
          problem={nameProblem(state)}
          required
        />
        {children}
      </div>
      <TextArea
        label="Redirect URIs"
        name="redirectUris"
        defaultValue={typedValue(state, 'redirectUris') ?? given?.redirectUris.join('\n')}
        hint="Where people return after they agree. One per line, at most ten, each exactly as your app sends it, such as https://app.example/auth/callback, or com.example.app:/callback of an installed app."
        problem={fieldProblem(state, 'redirectUris')}
        required
      />
      {given ? <SignOutField state={state} given={given} /> : <Advanced state={state} />}
    </>
  );
}

/** Few new apps need these. Collapsed, unless one has an error. */
function Advanced({ state }: Pick<RegistrationFieldsProps, 'state'>) {
  const isWrong = fieldProblem(state, 'signOutUris') ?? fieldProblem(state, 'logo');
  return (
    <details open={isWrong !== undefined}>
      <summary className="min-h-control w-fit cursor-pointer content-center font-medium">Advanced</summary>
      <div className="mt-3 grid gap-5">
        <SignOutField state={state} />
        <AlgorithmField chosen={typedValue(state, 'algorithm') ?? 'RS256'} />
        <LogoField problem={fieldProblem(state, 'logo')} />
      </div>
    </details>
  );
}

function SignOutField({ state, given }: Pick<RegistrationFieldsProps, 'state' | 'given'>) {
  return (
    <TextArea
      label="Sign-out redirect URIs (optional)"
      name="signOutUris"
      rows={2}
      defaultValue={typedValue(state, 'signOutUris') ?? given?.signOutUris.join('\n')}
      hint="Where your app may send people after signing out. One per line."
      problem={fieldProblem(state, 'signOutUris')}
    />
  );
}

export function AlgorithmField({ chosen }: { chosen: string }) {
  return (
    <RadioGroup legend="ID token signing algorithm" name="algorithm" options={algorithms} chosen={chosen} />
  );
}

type RadioGroupProps = {
  legend: string;
  name: string;
  options: { value: string; label: string; hint: string }[];
  chosen?: string;
};

export function RadioGroup({ legend, name, options, chosen }: RadioGroupProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            className="mt-0.5 size-5 shrink-0 accent-ink"
          />
          <span>
            {label}
            <span className="block text-small text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Sizes in pixels, tried in order: a picture with many colors may be too large at the first. */
const sides = [128, 96, 64];

/** A file input for the logo. With scripts, the browser redraws any picture as a small square PNG; without, the file must be one. */
export function LogoField({ problem }: { problem: Problem | undefined }) {
  const id = useId();
  const [preview, setPreview] = useState<string>();

  const field = useRef<HTMLInputElement>(null);
  const draw = useCallback(async () => {
    const [file] = field.current?.files ?? [];
    setPreview(undefined);
    if (!file) return;
    const drawn = await drawLogo(file);
    // Sends a file that the browser can't draw unchanged; the server returns the error.
    if (!drawn || !field.current || field.current.files?.[0] !== file) return;
    const files = new DataTransfer();
    files.items.add(new File([drawn.blob], 'logo.png', { type: 'image/png' }));
    field.current.files = files.files;
    setPreview(drawn.url);
  }, []);
  // Handles a file chosen before this code loaded.
  useEffect(() => void draw(), [draw]);

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium">
        Logo (optional)
      </label>
      <div className="flex items-center gap-3">
        {preview ? (
          <img
            src={preview}
            alt="As people will see it"
            width={40}
            height={40}
            className="size-10 shrink-0 rounded-[8px] bg-sunken"
          />
        ) : null}
        <input
          ref={field}
          id={id}
          type="file"
          name="logo"
          accept="image/png,image/jpeg,image/webp"
          onChange={draw}
          aria-invalid={problem ? true : undefined}
          // biome-ignore lint/a11y/noAutofocus: as in a Field.
          autoFocus={problem ? true : undefined}
          aria-describedby={[problem && `${id}-problem`, `${id}-hint`].filter(Boolean).join(' ')}
          className="min-h-11 w-full min-w-0 text-small file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-solid file:border-edge file:bg-transparent file:px-3.5 file:font-semibold file:text-ink hover:file:bg-sunken"
        />
      </div>
      {problem ? <FieldProblem id={`${id}-problem`} problem={problem} /> : null}
      <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
        {problem ? (
          problem.hint
        ) : (
          <>
            Stored and shown by this site, as a square.
            <span className="hidden no-js:inline"> A square PNG of 64 to 256 pixels and at most 16 kB.</span>
          </>
        )}
      </p>
    </div>
  );
}

/** @returns null if this browser can't draw the file. */
async function drawLogo(file: File): Promise<{ blob: Blob; url: string } | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const canvas = document.createElement('canvas');
  for (const side of sides) {
    canvas.width = side;
    canvas.height = side;
    const scale = Math.min(side / picture.width, side / picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    const pen = canvas.getContext('2d');
    if (!pen) return null;
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob && blob.size <= largestLogoInBytes) return { blob, url: canvas.toDataURL('image/png') };
  }
  return null;
}
