import type { Query } from 'local-supabase';

const schemasParameter = '$1::text[]';

/** One query per kind of object. Its first column names the object, its second describes it. */
const kinds: Record<string, string> = {
  schema: `
    select n.nspname as object, concat_ws(e'\\n', 'owner ' || n.nspowner::regrole::text, obj_description(n.oid),
      (select string_agg('grant ' || g, e'\\n' order by g) from unnest(n.nspacl::text[]) g)) as description
    from pg_namespace n where n.nspname = any (${schemasParameter})`,
  relation: `
    select n.nspname || '.' || c.relname,
      concat_ws(e'\\n',
        case c.relkind when 'r' then 'table' when 'v' then 'view' when 'S' then 'sequence' else c.relkind::text end,
        'owner ' || c.relowner::regrole::text,
        'row security ' || c.relrowsecurity || ', forced ' || c.relforcerowsecurity,
        'options ' || array_to_string(c.reloptions, ','),
        'comment ' || obj_description(c.oid),
        (select string_agg('grant ' || g, e'\\n' order by g) from unnest(c.relacl::text[]) g),
        case when c.relkind = 'v' then pg_get_viewdef(c.oid) end)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${schemasParameter}) and c.relkind in ('r', 'v', 'm', 'S', 'p')`,
  column: `
    select n.nspname || '.' || c.relname || '.' || a.attname,
      concat_ws(e'\\n', format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end,
        'default ' || pg_get_expr(d.adbin, d.adrelid),
        'identity ' || nullif(a.attidentity, '')::text, 'generated ' || nullif(a.attgenerated, '')::text,
        'comment ' || col_description(c.oid, a.attnum),
        (select string_agg('grant ' || g, e'\\n' order by g) from unnest(a.attacl::text[]) g))
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where n.nspname = any (${schemasParameter}) and c.relkind in ('r', 'v', 'm', 'p')`,
  constraint: `
    select n.nspname || '.' || c.relname || ' ' || k.conname, pg_get_constraintdef(k.oid)
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any (${schemasParameter})`,
  index: `
    select n.nspname || '.' || i.relname, pg_get_indexdef(i.oid)
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
    where n.nspname = any (${schemasParameter})`,
  policy: `
    select schemaname || '.' || tablename || ' "' || policyname || '"',
      concat_ws(e'\\n', permissive, cmd, roles::text, 'using ' || qual, 'check ' || with_check)
    from pg_policies where schemaname = any (${schemasParameter})`,
  trigger: `
    select t.tgrelid::regclass::text || ' ' || t.tgname, concat_ws(e'\\n', pg_get_triggerdef(t.oid), 'enabled ' || t.tgenabled::text)
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace
    where not t.tgisinternal and n.nspname = any (${schemasParameter})`,
  function: `
    select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
      concat_ws(e'\\n', 'arguments ' || pg_get_function_arguments(p.oid), 'returns ' || pg_get_function_result(p.oid),
        'owner ' || p.proowner::regrole::text,
        'language ' || l.lanname || ', volatility ' || p.provolatile::text || ', definer ' || p.prosecdef
          || ', strict ' || p.proisstrict || ', parallel ' || p.proparallel::text || ', leakproof ' || p.proleakproof,
        'settings ' || coalesce(array_to_string(p.proconfig, ', '), 'none'),
        'comment ' || obj_description(p.oid),
        coalesce((select string_agg('grant ' || g, e'\\n' order by g) from unnest(p.proacl::text[]) g),
          'grant by default'),
        -- What the body does, however it is laid out: no remarks, one statement a line.
        replace(regexp_replace(regexp_replace(p.prosrc, '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g'), '; ', e';\\n'))
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname = any (${schemasParameter})`,
  type: `
    select n.nspname || '.' || t.typname, t.typtype::text
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname = any (${schemasParameter}) and t.typrelid = 0 and t.typelem = 0`,
  'default privileges': `
    select d.defaclrole::regrole::text || ' in ' || coalesce(n.nspname, 'every schema') || ' on ' || d.defaclobjtype::text,
      (select string_agg('grant ' || g, e'\\n' order by g) from unnest(d.defaclacl::text[]) g)
    from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
    where d.defaclnamespace = 0 or n.nspname = any (${schemasParameter})`,
};

/**
 * All objects of these schemas as text in a stable order, so that two databases can be compared line by line: a block per object,
 * `== <kind> <name>` and then its description in the catalogue.
 */
export async function describeCatalogue(query: Query, schemas: string[]): Promise<string> {
  // With an empty search path, Postgres qualifies every name.
  await query(`select set_config('search_path', '', true)`);
  const blocks: string[] = [];
  for (const [kind, sql] of Object.entries(kinds)) {
    const rows = await query<{ object: string; description: string | null }>(
      `select object, description from (${sql}) as found (object, description) order by object collate "C"`,
      [schemas],
    );
    for (const { object, description } of rows) blocks.push(`== ${kind} ${object}\n${description ?? ''}`);
  }
  return `${blocks.join('\n\n')}\n`;
}
