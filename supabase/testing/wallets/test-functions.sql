-- Changes that only time, an operator or Auth could make. For tests only.
create function countersign.test_expire_challenge(p_id uuid) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.challenges set expires_at = issued_at where id = p_id
$$;

create function countersign.test_age_challenges(p_user_id uuid, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.challenges set issued_at = issued_at - p_age, expires_at = expires_at - p_age where user_id = p_user_id
$$;

create function countersign.test_age_notices(p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.outbox set created_at = created_at - p_age, due_at = due_at - p_age
$$;

create function countersign.test_make_outbox_due() returns void
language sql security definer set search_path = '' as $$ update countersign_private.outbox set due_at = now() $$;

create function countersign.test_change_email(p_user_id uuid, p_email text) returns void
language sql security definer set search_path = '' as $$ update auth.users set email = p_email where id = p_user_id $$;

create function countersign.test_give_email(p_user_id uuid, p_email text) returns void
language sql security definer set search_path = '' as $$
  update auth.users set email = p_email, email_confirmed_at = now() where id = p_user_id
$$;

create function countersign.test_give_wallet_identity(p_user_id uuid, p_address text) returns void
language sql security definer set search_path = '' as $$
  insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
  values (gen_random_uuid(), p_user_id, 'web3', 'web3:solana:' || p_address, '{}', now(), now())
$$;

create function countersign.test_age_wallet_sign_ins(p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.challenges set issued_at = issued_at - p_age, expires_at = expires_at - p_age
$$;

create function countersign.test_queue_notice(p_user_id uuid, p_kind text, p_details jsonb) returns void
language sql security definer set search_path = '' as $$ select countersign_private.queue_mail(p_user_id, p_kind, p_details) $$;

-- Notices of one transaction have the same time, so they are sorted by their content too.
create function countersign.test_read_notices() returns jsonb
language sql security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at, n.kind, n.details::text collate "C"), '[]')
  from countersign_private.outbox n
$$;

create function countersign.test_age_email_change(p_user_id uuid, p_age interval) returns void
language sql security definer set search_path = '' as $$
  update countersign_private.email_changes set asked_at = asked_at - p_age where user_id = p_user_id
$$;

create function countersign.test_age_activity(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  update countersign.activity_events set created_at = created_at - interval '2 minutes' where user_id = p_user_id
$$;

create function countersign.test_count_challenges(p_user_id uuid) returns bigint
language sql security definer set search_path = '' as $$
  select count(*) from countersign_private.challenges where user_id = p_user_id
$$;

create function countersign.test_read_proofs(p_address text) returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_agg(to_jsonb(p) order by proven_at, id) from countersign.proofs p where p.address = p_address
$$;

create function countersign.test_read_wallets(p_address text) returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_agg(to_jsonb(w) order by created_at, id) from countersign.wallets w where w.address = p_address
$$;

create function countersign.test_delete_user(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$ delete from auth.users where id = p_user_id $$;

create function countersign.test_ban_user(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  update auth.users set banned_until = now() + interval '1 hour' where id = p_user_id
$$;

create function countersign.test_confirm_phone(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  update auth.users set phone = '15550100', phone_confirmed_at = now() where id = p_user_id
$$;

create function countersign.test_time_session_out(p_session_id uuid) returns void
language sql security definer set search_path = '' as $$
  update auth.sessions set not_after = now() - interval '1 second' where id = p_session_id
$$;

create function countersign.test_leave_only_wallets(p_user_id uuid, p_addresses text[]) returns void
language sql security definer set search_path = '' as $$
  update auth.users set email = null, email_confirmed_at = null where id = p_user_id;
  delete from auth.identities where user_id = p_user_id;
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    select 'web3:solana:' || address, p_user_id, '{}', 'web3', now(), now() from unnest(p_addresses) as address
$$;

create function countersign.test_write_label(p_wallet_id uuid, p_label text) returns void
language sql security definer set search_path = '' as $$
  update countersign.wallets set label = p_label where id = p_wallet_id
$$;

-- Functions of the migrations, or of the tests.
create function countersign.test_list_functions(p_added boolean default false) returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object(
    'name', n.nspname || '.' || p.proname,
    'definer', p.prosecdef,
    'settings', coalesce(p.proconfig, '{}'),
    'comment', pg_catalog.obj_description(p.oid),
    'callers', (
      select coalesce(jsonb_agg(r.role order by r.role), '[]')
      from unnest(array['anon', 'authenticated', 'service_role']) as r(role)
      where has_function_privilege(r.role, p.oid, 'execute')
    )
  ) order by n.nspname, p.proname)
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('countersign', 'countersign_private')
    and (p.proname like 'test\_%' or p.proname = 'fill_wallets') = p_added
$$;

create function countersign.test_list_tables(p_schema text default 'countersign') returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_object_agg(c.relname, jsonb_build_object(
    'guarded', case c.relkind when 'v' then coalesce(c.reloptions @> array['security_invoker=true'], false)
      else c.relrowsecurity end,
    'comment', pg_catalog.obj_description(c.oid),
    'rights', (
      select coalesce(jsonb_agg(r.role || ' ' || privilege order by r.role, privilege), '[]')
      from unnest(array['anon', 'authenticated', 'service_role']) as r(role),
        unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
      -- Of some tables only some columns are readable.
      where has_table_privilege(r.role, c.oid, privilege)
        or privilege = 'select' and has_any_column_privilege(r.role, c.oid, privilege)
    )
  ))
  from pg_catalog.pg_class c
  where c.relnamespace = p_schema::regnamespace and c.relkind in ('r', 'v')
$$;

-- The parts of a project outside Countersign that a migration could change: the objects in "public", the roles of apps that may use
-- it, and the default privileges on postgres's new objects, there and in every schema. The platform's own roles differ by project.
create function countersign.test_describe_project() returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_build_object(
    'in_public', (
      select coalesce(jsonb_agg(found.name order by found.name), '[]')
      from (
        select c.relname as name from pg_catalog.pg_class c where c.relnamespace = to_regnamespace('public')
        union all select p.proname from pg_catalog.pg_proc p where p.pronamespace = to_regnamespace('public')
        union all select t.typname from pg_catalog.pg_type t where t.typnamespace = to_regnamespace('public')
      ) found
    ),
    'rights_on_public', (
      select jsonb_agg(split_part(given.privilege, '/', 1) order by given.privilege)
      from pg_catalog.pg_namespace n, unnest(n.nspacl::text[]) as given (privilege)
      where n.nspname = 'public' and given.privilege !~ '^(postgres|supabase_\w+|dashboard_user)='
    ),
    'default_privileges', (
      select jsonb_object_agg(
        d.defaclrole::regrole || ' in ' || coalesce(n.nspname, 'every schema') || ' on ' || d.defaclobjtype::text,
        -- Without "maintain", which exists since Postgres 17.
        (select jsonb_agg(replace(given.privilege, 'tm/', 't/') order by given.privilege)
          from unnest(d.defaclacl::text[]) as given (privilege))
      )
      from pg_catalog.pg_default_acl d left join pg_catalog.pg_namespace n on n.oid = d.defaclnamespace
      where d.defaclrole = 'postgres'::regrole
        and coalesce(n.nspname, 'public') in ('public', 'countersign', 'countersign_private')
    )
  )
$$;

-- Readable columns of bytes, or of rows with bytes.
create function countersign.test_list_readable_bytes() returns jsonb
language sql security definer set search_path = '' as $$
  select coalesce(jsonb_agg(r.role || ' ' || c.relname || '.' || a.attname), '[]')
  from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_catalog.pg_type t on t.oid = a.atttypid,
    unnest(array['anon', 'authenticated', 'service_role']) as r(role)
  where c.relnamespace in ('countersign'::regnamespace, 'countersign_private'::regnamespace) and c.relkind in ('r', 'v', 'm')
    and (t.typname = 'bytea' or t.typtype = 'c' or a.attname in ('message', 'signed_bytes', 'signature'))
    and has_column_privilege(r.role, c.oid, a.attnum, 'select')
$$;

-- Functions that could return bytes: directly, as text, or in whole rows.
create function countersign.test_list_functions_of_bytes() returns jsonb
language sql security definer set search_path = '' as $$
  select jsonb_agg(n.nspname || '.' || p.proname order by n.nspname, p.proname)
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('countersign', 'countersign_private') and p.proname not like 'test\_%' and p.proname <> 'fill_wallets'
    and (
      p.prosrc ~ '(write_base64|encode|convert_from|describe_proof|to_jsonb?|row_to_json|json_agg)\(' 
      or pg_get_function_result(p.oid) ~ '(bytea|proofs|challenges|record)'
    )
    and p.prosrc ~ '(message|signed_bytes|signature|proofs|challenges|p_bytes|p_text)'
$$;

-- Makes a proof's statement a text that Auth accepts, as in older versions.
create function countersign.test_rewrite_message(p_proof_id uuid, p_message text) returns void
language sql security definer set search_path = '' as $$
  update countersign.proofs set message = convert_to(p_message, 'UTF8') where id = p_proof_id
$$;

create function countersign.test_make_deletions_due() returns void
language sql security definer set search_path = '' as $$ update countersign_private.pending_deletions set due_at = now() $$;

create function countersign.test_refused_names(p_names jsonb) returns jsonb
language sql security definer set search_path = '' as $$
  select coalesce(jsonb_agg(name), '[]') from jsonb_array_elements_text(p_names) name
  where not countersign_private.is_display_name(name)
$$;
