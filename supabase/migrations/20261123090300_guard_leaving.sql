-- Taking everything along and deleting the account ask for presence, as docs/sensitive-actions.md lists.

create or replace function public.close_account(p_user_id uuid, p_session_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Pressed twice, or again after a failure: there is nothing left to protect.
  if exists (select from private.account_closures c where c.user_id = p_user_id) then
    return;
  end if;
  perform private.hold_account(p_user_id, p_session_id);
  perform private.require_presence(p_user_id, p_session_id);
  insert into private.account_closures (user_id, email, due_at)
  select u.id, case when u.email_confirmed_at is not null then nullif(u.email, '') end, now() + interval '1 minute'
  from auth.users u where u.id = p_user_id;
  -- Every other table of ours hangs on this one. Public proofs leave their ids behind.
  delete from public.accounts a where a.user_id = p_user_id;
  begin
    delete from auth.sessions s where s.user_id = p_user_id;
  exception
    -- Not every project may. Then they end with the user; until then nothing of ours believes them.
    when insufficient_privilege then null;
  end;
end
$$;

comment on function public.close_account(uuid, uuid) is
  'Deletes everything of ours about an account, ends its sessions and refuses it from now on. Auth has to delete the '
  'user next. The same again does nothing. Refuses as private.require_presence does.';

create or replace function public.start_export(p_user_id uuid, p_session_id uuid, p_device text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.accounts := private.hold_account(p_user_id, p_session_id);
begin
  perform private.require_presence(p_user_id, p_session_id);
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
  'its activity that it was exported. Refuses as private.require_presence does.';
