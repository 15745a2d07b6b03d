create table public.deleted_public_proofs (
  id uuid primary key,
  ended_at timestamptz not null default now()
);

comment on table public.deleted_public_proofs is
  'Ids of public proofs whose account was deleted, and when: all that is kept, so that a shared link can say so.';

alter table public.deleted_public_proofs enable row level security;
revoke all on public.deleted_public_proofs from public, anon, authenticated, service_role;

create function private.keep_deleted_public_proof()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if old.is_public then
    insert into public.deleted_public_proofs (id, ended_at) values (old.id, coalesce(old.ended_at, now()))
      on conflict do nothing;
  end if;
  return old;
end
$$;

comment on function private.keep_deleted_public_proof() is
  'Remembers that a public proof existed when its account is deleted.';

create trigger keep_deleted_public_proof before delete on public.proofs
  for each row execute function private.keep_deleted_public_proof();

create function public.publish_wallet(
  p_user_id uuid, p_session_id uuid, p_wallet_id uuid, p_is_public boolean, p_device text
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wallet public.wallets := private.hold_wallet(p_user_id, p_session_id, p_wallet_id);
begin
  if p_is_public is null then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
  end if;
  -- What is taken back is taken back whole: also the links to proofs that this one has replaced.
  update public.proofs p set is_public = p_is_public
  where p.wallet_id = wallet.id and p.is_public <> p_is_public and (p.id = wallet.proof_id or not p_is_public);
  if found then
    perform private.record_activity(
      p_user_id, case when p_is_public then 'wallet_published' else 'wallet_unpublished' end, wallet.address, p_device
    );
  end if;
end
$$;

comment on function public.publish_wallet(uuid, uuid, uuid, boolean, text) is
  'Shows the wallet''s standing proof to anybody, or none of its proofs to anybody.';

create function public.read_public_proof(p_proof_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p.id,
    'status', coalesce(p.ended_because, 'standing'),
    'ended_at', p.ended_at,
    'replaced_by', case when p.ended_because = 'replaced' then (
      select now_standing.id from public.wallets w
      join public.proofs now_standing on now_standing.id = w.proof_id
      where w.id = p.wallet_id and now_standing.is_public and now_standing.ended_at is null
    ) end,
    'proof', case when p.ended_at is null then jsonb_build_object(
      'account_code', p.account_code, 'method', p.method, 'chain', p.chain, 'address', p.address,
      'origin', p.origin, 'message', private.write_base64(p.message),
      'signed_bytes', private.write_base64(p.signed_bytes), 'signature', private.write_base64(p.signature),
      'proven_at', p.proven_at
    ) end
  )
  from public.proofs p
  where p.id = p_proof_id and p.is_public
  union all
  select jsonb_build_object('id', d.id, 'status', 'deleted', 'ended_at', d.ended_at, 'replaced_by', null, 'proof', null)
  from public.deleted_public_proofs d
  where d.id = p_proof_id
  limit 1
$$;

comment on function public.read_public_proof(uuid) is
  'A proof that is public, or was when it ended: then only its status and date. Null for a private or unknown one. '
  'Holds no e-mail, user id or session id.';

revoke execute on function private.keep_deleted_public_proof() from public, anon, authenticated, service_role;
revoke execute on function
  public.publish_wallet(uuid, uuid, uuid, boolean, text),
  public.read_public_proof(uuid)
from public, anon, authenticated;
grant execute on function
  public.publish_wallet(uuid, uuid, uuid, boolean, text),
  public.read_public_proof(uuid)
to service_role;
