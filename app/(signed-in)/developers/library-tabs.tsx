import { CopyButton } from '@/components/ui/copy-button';
import { Lines } from '@/components/ui/icon';
import type { Recipe } from '@/lib/apps/recipe';
import { Code, chosen, codeBox } from './env-block';

/** The lines that a collapsed block shows, at 20 px each, plus the space above them. */
const shownLines = 12;

export function LibraryTabs({ recipes, library }: { recipes: Recipe[]; library: string | undefined }) {
  return (
    <div className={codeBox}>
      <div className="flex min-h-11 items-stretch justify-between gap-1 border-b border-hairline px-4">
        <fieldset className="-ml-2.5 flex min-w-0 scrolls-on [scrollbar-width:none]">
          <legend className="sr-only">Library</legend>
          {recipes.map(({ id, label }) => (
            <label
              key={id}
              className="relative flex cursor-pointer items-center px-2.5 text-control font-medium whitespace-nowrap text-muted after:absolute after:inset-x-2.5 after:bottom-0 hover:text-ink has-checked:font-semibold has-checked:text-ink has-checked:after:border-b-2 has-focus-visible:rounded-control has-focus-visible:outline-2 has-focus-visible:-outline-offset-3 has-focus-visible:outline-link"
            >
              <input
                type="radio"
                name="library"
                value={id}
                defaultChecked={id === library}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <span data-label={label} className="as-wide-as-bold">
                {label}
              </span>
            </label>
          ))}
        </fieldset>
      </div>
      {recipes.map((recipe) => (
        <div key={recipe.id} className={`divide-y divide-hairline ${chosen[recipe.id]}`}>
          <Program recipe={recipe} />
        </div>
      ))}
    </div>
  );
}

function Program({ recipe: { id, label, install, unregistered, files } }: { recipe: Recipe }) {
  return (
    <>
      {unregistered ? (
        <p className="px-4 py-2.5 text-small [overflow-wrap:anywhere] text-muted">
          This code uses <code className="font-mono text-ink select-all">{unregistered}</code>: add it under
          Name and redirect URIs.
        </p>
      ) : null}
      {install ? (
        <Code id={`${id}-install`} name={`Commands for ${label}`} className="py-2.5 text-muted">
          {install}
        </Code>
      ) : (
        <p className="px-4 py-3.5">
          Give these values to an OpenID Connect library with PKCE for your platform, such as AppAuth.
        </p>
      )}
      {files.map(({ name, code }, place) => (
        <File key={name} id={`${id}-${place}`} name={name} label={label} code={code} />
      ))}
    </>
  );
}

type FileProps = { id: string; name: string; label: string; code: string };

function File({ id, name, label, code }: FileProps) {
  const more = code.split('\n').length - 1 - shownLines;
  return (
    <div className="group/file divide-y divide-hairline">
      <div className="flex min-h-11 items-center justify-between pr-1.5 pl-4">
        <code className="font-mono text-small [overflow-wrap:anywhere]">{name}</code>
        <CopyButton label="Copy" what={`${name} for ${label}`} hasIcon textOf={id} />
      </div>
      <div className="pb-3.5">
        <Code
          id={id}
          name={`${name} for ${label}`}
          className="max-h-[254px] overflow-y-hidden pt-3.5 group-has-[[open]]/file:max-h-none"
        >
          {code}
        </Code>
      </div>
      {more > 0 ? (
        <details className="group/rest">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 text-control font-medium text-muted hover:text-ink focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
            <span className="group-open/rest:rotate-180">
              <Lines path="m4.5 6.5 3.5 3.5 3.5-3.5" />
            </span>
            <span className="group-open/rest:hidden">Show {more} more lines</span>
            <span className="hidden group-open/rest:inline">Show fewer lines</span>
          </summary>
        </details>
      ) : null}
    </div>
  );
}
