import { CopyButton } from '@/components/copy-button';
import { type AppValues, listRecipes, type Recipe } from '@/lib/apps/recipe';

type UseItProps = { isConfidential: boolean; values: AppValues };

/** Shown where its library is chosen, by the style sheet alone: it works before scripts have loaded, and without them. */
const shown: Record<string, string> = {
  'openid-client': 'group-has-[[value=openid-client]:checked]/use:grid',
  authjs: 'group-has-[[value=authjs]:checked]/use:grid',
  'better-auth': 'group-has-[[value=better-auth]:checked]/use:grid',
  python: 'group-has-[[value=python]:checked]/use:grid',
  supabase: 'group-has-[[value=supabase]:checked]/use:grid',
  browser: 'grid',
};

/** The tested program for the library someone has, with the values of their app. */
export function UseIt({ isConfidential, values }: UseItProps) {
  const recipes = listRecipes({ isConfidential }, values);
  return (
    <section className="group/use grid gap-4 py-5">
      <h2>Use it</h2>
      {recipes.length > 1 ? (
        <fieldset>
          <legend className="mb-1.5 text-small font-medium">Your library</legend>
          <div className="flex flex-wrap gap-x-5">
            {recipes.map(({ id, label }, place) => (
              <label key={id} className="flex min-h-11 cursor-pointer items-center gap-2">
                <input
                  type="radio"
                  name="library"
                  value={id}
                  defaultChecked={place === 0}
                  className="size-5 accent-ink"
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      {recipes.map((recipe) => (
        <div key={recipe.id} className={`hidden min-w-0 gap-4 ${shown[recipe.id]}`}>
          <Program recipe={recipe} />
        </div>
      ))}
    </section>
  );
}

function Program({ recipe: { id, label, install, redirectUri, env, file, code } }: { recipe: Recipe }) {
  return (
    <>
      <p className="[overflow-wrap:anywhere] text-muted">
        Redirect address: <code className="font-mono text-small text-ink select-all">{redirectUri}</code>
      </p>
      {env ? <Code id={`${id}-env`} name=".env" what={`for ${label}`} text={env} /> : null}
      <Code id={`${id}-install`} name="Terminal" what={`for ${label}`} text={install} />
      <details>
        <summary className="min-h-11 cursor-pointer content-center text-small font-medium">
          The program, tested with this site
        </summary>
        <Code id={`${id}-code`} name={file} what={`for ${label}`} text={code} />
      </details>
    </>
  );
}

type CodeProps = { id: string; name: string; what: string; text: string };

function Code({ id, name, what, text }: CodeProps) {
  return (
    <div>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <p className="text-small font-medium">{name}</p>
        <CopyButton label="Copy" what={`${name} ${what}`} textOf={id} />
      </div>
      <pre
        id={id}
        className="rounded-control border border-hairline bg-sunken px-3.5 py-3 font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {text.trimEnd()}
      </pre>
    </div>
  );
}
