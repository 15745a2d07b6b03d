-- Schema check. Compares a database with the schema that this version expects, to find tables changed by hand, and rights granted or
-- lost, for example in a restore. Each object is a hash of its catalog entry, in the same words for Postgres 15 and later. Owners
-- are left out, because they differ by project.
create function countersign_private.describe_objects() returns table (object text, description text)
language sql stable set search_path = '' as $$
  with own as (
    select n.oid, n.nspname as name, n.nspowner as owner, n.nspacl as rights
    from pg_catalog.pg_namespace n where n.nspname in ('countersign', 'countersign_private')
  ), relations as (
    select c.oid, c.relkind as kind, c.oid::regclass::text as name, c.relowner as owner, c.relacl as rights,
      case c.relkind when 'v' then 'view ' else 'table ' end || c.oid::regclass::text as object,
      concat_ws(', ', 'row security ' || c.relrowsecurity, 'forced ' || c.relforcerowsecurity, array_to_string(c.reloptions, ','))
        as settings
    from pg_catalog.pg_class c join own on own.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f')
  ), columns as (
    select a.attrelid, a.attname::text as name, a.attacl as rights, concat_ws(' ', a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      'default ' || pg_get_expr(d.adbin, d.adrelid), 'identity ' || nullif(a.attidentity::text, ''),
      'generated ' || nullif(a.attgenerated::text, '')) as described
    from relations r join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  ), functions as (
    select p.oid, p.oid::regprocedure::text as name, p.proowner as owner, p.proacl as rights, concat_ws(e'\n',
      pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname,
      concat_ws(', ', p.provolatile, p.prosecdef, p.proisstrict, p.proparallel, p.proretset, p.prorows),
      array_to_string(p.proconfig, ','), replace(p.prosrc, e'\r', '')) as described
    from pg_catalog.pg_proc p join own on own.oid = p.pronamespace join pg_catalog.pg_language l on l.oid = p.prolang
  ), rights as (
    select 'schema ' || own.name as target, given.* from own,
      aclexplode(coalesce(own.rights, acldefault('n', own.owner))) given where given.grantee <> own.owner
    union all
    select 'table ' || r.name, given.* from relations r,
      aclexplode(coalesce(r.rights, acldefault('r', r.owner))) given where given.grantee <> r.owner
    union all
    select 'column ' || r.name || '.' || quote_ident(c.name), given.* from relations r join columns c on c.attrelid = r.oid,
      aclexplode(c.rights) given where given.grantee <> r.owner
    union all
    select 'function ' || f.name, given.* from functions f,
      aclexplode(coalesce(f.rights, acldefault('f', f.owner))) given where given.grantee <> f.owner
  )
  select 'schema ' || own.name, '' from own
  union all
  -- Column prefixes are removed from a view's text, because Postgres 16 writes them differently than 15.
  select r.object, concat_ws(e'\n', r.settings,
    (select string_agg(c.described, e'\n' order by c.name collate "C") from columns c where c.attrelid = r.oid),
    case when r.kind in ('v', 'm') then
      regexp_replace(regexp_replace(pg_get_viewdef(r.oid), '\m[a-z_]+\.', '', 'g'), '\s+', ' ', 'g') end)
  from relations r
  union all
  select 'function ' || f.name, f.described from functions f
  union all
  select 'constraint ' || k.conname || ' on ' || r.name, pg_get_constraintdef(k.oid)
  from pg_catalog.pg_constraint k join relations r on r.oid = k.conrelid where k.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select 'index ' || x.indexrelid::regclass::text, pg_get_indexdef(x.indexrelid) || ' valid ' || x.indisvalid
  from pg_catalog.pg_index x join relations r on r.oid = x.indrelid
  union all
  select 'policy "' || p.polname || '" on ' || r.name, concat_ws(e'\n', p.polpermissive, p.polcmd,
    (select string_agg(coalesce(o.rolname, 'public'), ',' order by o.rolname collate "C")
      from unnest(p.polroles) role left join pg_catalog.pg_roles o on o.oid = role),
    'using ' || pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_catalog.pg_policy p join relations r on r.oid = p.polrelid
  union all
  -- Includes this schema's triggers on Auth's tables.
  select 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass::text, pg_get_triggerdef(t.oid) || ' enabled ' || t.tgenabled::text
  from pg_catalog.pg_trigger t where not t.tgisinternal
    and (t.tgrelid in (select r.oid from relations r) or t.tgfoid in (select f.oid from functions f))
  union all
  select 'grant on ' || g.target || ' to ' || coalesce(o.rolname, 'public'),
    string_agg(g.privilege_type || case when g.is_grantable then ' with grant option' else '' end, ', '
      order by g.privilege_type collate "C")
  from rights g left join pg_catalog.pg_roles o on o.oid = g.grantee group by g.target, o.rolname $$;

create function countersign.describe_schema() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  newest text;
  found text;
begin
  -- Either table may be missing or not readable. Without both, the version is null.
  if to_regclass('countersign_migrations.applied') is not null then
    begin
      execute 'select max(version) from countersign_migrations.applied' into newest;
    exception when insufficient_privilege then newest := null;
    end;
  end if;
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    begin
      -- Supabase also records the project's own migrations there. Each migration of Countersign contains its version.
      execute $query$
        select max(version) from supabase_migrations.schema_migrations
        where array_to_string(statements, ' ') like '%countersign.schema_version()%select ''' || version || '''%'
      $query$ into found;
    exception when insufficient_privilege or undefined_column then found := null;
    end;
  end if;
  return jsonb_build_object(
    'version', greatest(newest, found),
    'objects', (
      select jsonb_object_agg(d.object, md5(d.description)) from countersign_private.describe_objects() d
    )
  );
end $$;
comment on function countersign.describe_schema is
  'The schema of Countersign in this database: {version: its newest recorded migration or null, objects: {name: hash of its '
  'definition}}. Contains no user data.';

-- The server checks this before it accepts requests. Each migration replaces it.
create function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261128000000' $$;
comment on function countersign.schema_version is 'The version of the newest migration in this database. Reads no table.';
