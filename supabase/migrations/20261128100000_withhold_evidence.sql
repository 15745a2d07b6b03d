-- A text of Sign in with Solana that has a URI line, with its signature, signs its owner in at Auth for anybody who has
-- both, until the text expires. Statements to prove, move and confirm have no such line any more. What has one is handed
-- out once it has expired and a minute has passed, wherever it is asked for.

create function private.signs_in_at_auth(p_message bytea)
returns boolean
language sql
immutable
set search_path = ''
as $$
  -- Nothing else in a statement can hold these characters. A memo is no text that Auth takes; it is treated alike.
  select position('URI:'::bytea in p_message) > 0
$$;

comment on function private.signs_in_at_auth(bytea) is
  'Whether Auth would take this text with its signature as a sign-in: it insists on a URI line.';

-- Nobody can sign these any more: five minutes at most are left of them.
delete from public.challenges c where private.signs_in_at_auth(c.message);
alter table public.challenges
  add constraint challenges_sign_nobody_in check (not private.signs_in_at_auth(message));

create function private.date_evidence(p_message bytea, p_proven_at timestamptz)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
declare
  expires_at text;
begin
  if not private.signs_in_at_auth(p_message) then
    return p_proven_at;
  end if;
  -- Escaped, because the message of a memo is no text as a whole.
  expires_at := substring(
    encode(p_message, 'escape') from 'Expiration Time: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$'
  );
  if expires_at is null then
    raise exception using errcode = 'PT400', message = 'proof.refused';
  end if;
  return greatest(p_proven_at, expires_at::timestamptz + interval '1 minute');
end
$$;

comment on function private.date_evidence(bytea, timestamptz) is
  'From when on the message and signature of a proof may be handed out: at once for a text that Auth never takes, '
  'otherwise a minute after it has expired. Refuses a text that Auth takes and that never expires.';

alter table public.proofs add column evidence_at timestamptz;

comment on column public.proofs.evidence_at is
  'From when on message, signed_bytes and signature may be handed out to anybody, their owner included.';

create function private.keep_evidence_date()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.evidence_at := private.date_evidence(new.message, new.proven_at);
  return new;
end
$$;

comment on function private.keep_evidence_date() is 'The message alone says when, whoever writes the row.';

create trigger keep_evidence_date before insert or update on public.proofs for each row
  execute function private.keep_evidence_date();
update public.proofs p set evidence_at = null where p.evidence_at is null;
alter table public.proofs alter column evidence_at set not null;

-- People read their proofs over REST, but not what was signed: an export holds that, by the functions below.
revoke select on public.proofs from authenticated;
grant select (
  id, wallet_id, user_id, account_code, method, chain, address, origin, proven_at, ended_at, ended_because, is_public,
  outcome, names_account, evidence_at
) on public.proofs to authenticated;

create function private.describe_proof(p_proof public.proofs)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'account_code', p_proof.account_code, 'method', p_proof.method, 'chain', p_proof.chain,
    'address', p_proof.address, 'origin', p_proof.origin, 'proven_at', p_proof.proven_at
  ) || case when p_proof.evidence_at <= now() then jsonb_build_object(
    'message', private.write_base64(p_proof.message), 'signed_bytes', private.write_base64(p_proof.signed_bytes),
    'signature', private.write_base64(p_proof.signature)
  ) else jsonb_build_object('evidence_at', p_proof.evidence_at) end
$$;

comment on function private.describe_proof(public.proofs) is
  'What a proof says, with its exact bytes, or with when they follow. Nothing else hands out the bytes of a proof.';

create or replace function public.read_public_proof(p_proof_id uuid)
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
    'proof', case when p.ended_at is null then private.describe_proof(p) end
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
  'A proof that is public, its bytes once they sign nobody in any more, or was when it ended: then only its status and '
  'date. Null for a private or unknown one. Holds no e-mail, user id or session id.';

create or replace function public.export_proofs(p_user_id uuid, p_after uuid, p_at_most integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', page.id, 'wallet_id', page.wallet_id, 'is_public', page.is_public,
    'status', coalesce(page.ended_because, 'standing'), 'ended_at', page.ended_at,
    'proof', private.describe_proof(page)
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
  'A page of the proofs that an account has and had, oldest first, after the one with this id: with their exact bytes, or '
  'with when these follow.';

revoke execute on function
  private.signs_in_at_auth(bytea),
  private.date_evidence(bytea, timestamptz),
  private.keep_evidence_date(),
  private.describe_proof(public.proofs)
from public, anon, authenticated, service_role;
