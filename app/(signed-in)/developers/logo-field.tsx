'use client';

import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { FieldProblem } from '@/components/ui/problem';
import { largestLogoInBytes } from '@/lib/apps/clean-logo';
import type { Problem } from '@/lib/problem';

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
            <span className="hidden [@media(scripting:none)]:inline">
              {' '}
              A square PNG of 64 to 256 pixels and at most 16 kB.
            </span>
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
