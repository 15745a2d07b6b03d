-- Everything that is held about an account, for its owner to take along. What may be many rows comes in pages.

create function public.start_export(p_user_id uuid, p_session_id uuid, p_device text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.accounts := private.hold_account(p_user_id, p_session_id);
begin
  insert into public.activity_events (user_id, kind, details, device)
  values (p_user_id, 'account_exported', '{}', left(p_device, 200));
  return (
    select jsonb_build_object(
      'account', jsonb_build_object(
        'id', u.id, 'code', account.code, 'displayName', account.display_name, 'createdAt', u.created_at,
        'email', nullif(u.email, ''), 'emailConfirmedAt', u.email_confirmed_at,
        'newEmail', nullif(u.email_change, ''), 'phone', nullif(u.phone, ''), 'lastSignInAt', u.last_sign_in_at,
        'hasPassword', coalesce(u.encrypted_password, '') <> '',
        'data', u.raw_user_meta_data, 'dataOfTheSite', u.raw_app_meta_data
      ),
      'identities', coalesce((
        select jsonb_agg(jsonb_build_object(
          'provider', i.provider, 'idThere', i.provider_id, 'data', i.identity_data,
          'createdAt', i.created_at, 'lastSignInAt', i.last_sign_in_at
        ) order by i.created_at)
        from auth.identities i where i.user_id = u.id
      ), '[]'),
      -- Never what a code is made from.
      'secondFactors', coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', f.friendly_name, 'type', f.factor_type, 'status', f.status, 'createdAt', f.created_at
        ) order by f.created_at)
        from auth.mfa_factors f where f.user_id = u.id
      ), '[]'),
      'sessions', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', coalesce(s.id, seen.session_id), 'method', seen.method, 'device', seen.device,
          'browser', s.user_agent, 'networkAddress', host(s.ip), 'level', s.aal,
          'startedAt', coalesce(s.created_at, seen.first_seen_at), 'lastUsedAt', coalesce(seen.last_seen_at, s.updated_at),
          'endedAt', seen.ended_at, 'endedBecause', seen.ended_because
        ) order by coalesce(s.created_at, seen.first_seen_at))
        from (select * from auth.sessions auths where auths.user_id = u.id) s
        full join (select * from public.account_sessions ours where ours.user_id = u.id) seen on seen.session_id = s.id
      ), '[]')
    )
    from auth.users u where u.id = p_user_id
  );
end
$$;

comment on function public.start_export(uuid, uuid, text) is
  'What is held once about an account: itself, its ways in, second factors and sessions, without any secret. Notes in '
  'its activity that it was exported. Refuses with auth.signed_out.';

create function public.export_wallets(p_user_id uuid, p_after uuid, p_at_most integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'chain', page.chain, 'address', page.address, 'label', page.label, 'isPrimary', page.is_primary,
    'newestProof', page.proof_id, 'provenAt', page.proven_at, 'createdAt', page.created_at,
    'removedAt', page.removed_at, 'removedBecause', page.removed_because
  ) order by page.created_at, page.id), '[]')
  from (
    select w.* from public.wallets w
    where w.user_id = p_user_id and (
      p_after is null
      or (w.created_at, w.id) > (select last.created_at, last.id from public.wallets last where last.id = p_after)
    )
    order by w.created_at, w.id limit p_at_most
  ) page
$$;

comment on function public.export_wallets(uuid, uuid, integer) is
  'A page of the wallets that an account has and had, oldest first, after the one with this id.';

create function public.export_proofs(p_user_id uuid, p_after uuid, p_at_most integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'wallet_id', page.wallet_id, 'is_public', page.is_public,
    'status', coalesce(page.ended_because, 'standing'), 'ended_at', page.ended_at,
    'proof', jsonb_build_object(
      'account_code', page.account_code, 'method', page.method, 'chain', page.chain, 'address', page.address,
      'origin', page.origin, 'message', private.write_base64(page.message),
      'signed_bytes', private.write_base64(page.signed_bytes), 'signature', private.write_base64(page.signature),
      'proven_at', page.proven_at
    )
  ) order by page.proven_at, page.id), '[]')
  from (
    select p.* from public.proofs p
    where p.user_id = p_user_id and (
      p_after is null
      or (p.proven_at, p.id) > (select last.proven_at, last.id from public.proofs last where last.id = p_after)
    )
    order by p.proven_at, p.id limit p_at_most
  ) page
$$;

comment on function public.export_proofs(uuid, uuid, integer) is
  'A page of the proofs that an account has and had, with their exact bytes, oldest first, after the one with this id.';

create function public.export_activity(p_user_id uuid, p_after bigint, p_at_most integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'kind', page.kind, 'details', page.details, 'device', page.device, 'createdAt', page.created_at
  ) order by page.id), '[]')
  from (
    select e.* from public.activity_events e
    where e.user_id = p_user_id and e.id > coalesce(p_after, 0)
    order by e.id limit p_at_most
  ) page
$$;

comment on function public.export_activity(uuid, bigint, integer) is
  'A page of the activity of an account, oldest first, after the event with this id.';

revoke execute on function
  public.start_export(uuid, uuid, text),
  public.export_wallets(uuid, uuid, integer),
  public.export_proofs(uuid, uuid, integer),
  public.export_activity(uuid, bigint, integer)
from public, anon, authenticated;
grant execute on function
  public.start_export(uuid, uuid, text),
  public.export_wallets(uuid, uuid, integer),
  public.export_proofs(uuid, uuid, integer),
  public.export_activity(uuid, bigint, integer)
to service_role;
