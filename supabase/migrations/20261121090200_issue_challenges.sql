-- The server's functions. Each is one transaction. Each refuses with a code of the catalogue as its message and an
-- SQLSTATE that the REST API turns into the status (PT409 is 409). A wait is told in seconds, as the detail.
-- Nobody waits for another in a circle, because all lock in one order: address, accounts by id, the rest.

create function private.write_base64(p_bytes bytea)
returns text
language sql
immutable
set search_path = ''
as $$
  select translate(encode(p_bytes, 'base64'), E'\n', '')
$$;

comment on function private.write_base64(bytea) is 'Base64 on one line. Postgres breaks it after 76 characters.';

create function public.issue_challenge(
  p_user_id uuid, p_session_id uuid, p_purpose text, p_method text, p_chain text, p_address text, p_origin text,
  p_nonce text, p_message text, p_expires_in_seconds integer
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  issued integer;
  oldest timestamptz;
  newest timestamptz;
  issue_at timestamptz;
  challenge_id uuid;
begin
  -- One at a time for an account, or two at once could both be the third.
  perform private.hold_account(p_user_id, p_session_id);

  select count(*), min(c.issued_at), max(c.issued_at) into issued, oldest, newest
  from public.challenges c
  where c.user_id = p_user_id and c.issued_at > now() - interval '1 minute';
  if issued >= 10 then
    raise exception using errcode = 'PT429', message = 'proof.too_many_challenges',
      detail = greatest(1, ceil(extract(epoch from oldest + interval '1 minute' - now())))::text;
  end if;

  -- At most three are live: a fourth takes the place of the oldest. Over since it began, so that it is over for
  -- whoever is just using it as well.
  update public.challenges c set expires_at = c.issued_at
  where c.id in (
    select live.id from public.challenges live
    where live.user_id = p_user_id and live.consumed_at is null and live.expires_at > now()
    order by live.issued_at desc
    offset 2
  );
  delete from public.challenges c where c.user_id = p_user_id and c.expires_at < now() - interval '1 hour';

  -- Always later than the one before, also where the clock ticks in milliseconds.
  issue_at := greatest(clock_timestamp(), newest + interval '1 microsecond');
  insert into public.challenges
    (user_id, session_id, purpose, method, chain, address, origin, nonce, message, issued_at, expires_at)
  values (
    p_user_id, p_session_id, p_purpose, p_method, p_chain, p_address, p_origin, p_nonce,
    decode(p_message, 'base64'), issue_at, issue_at + make_interval(secs => p_expires_in_seconds)
  )
  returning id into challenge_id;
  return challenge_id;
exception
  -- Postgres would answer with the whole row.
  when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
    raise exception using errcode = 'PT400', message = 'request.unexpected';
end
$$;

comment on function public.issue_challenge(uuid, uuid, text, text, text, text, text, text, text, integer) is
  'Stores a statement (base64) that the account is about to be asked to sign. At most 3 live, 10 a minute, and 300 '
  'seconds of life. Refuses with auth.signed_out, proof.too_many_challenges, or request.unexpected for a malformed one.';

create function public.consume_challenge(p_challenge_id uuid, p_user_id uuid, p_session_id uuid)
returns table (purpose text, method text, chain text, address text, origin text, message text)
language sql
security definer
set search_path = ''
as $$
  update public.challenges c set consumed_at = now()
  where c.id = p_challenge_id and c.user_id = p_user_id and c.session_id = p_session_id
    and c.consumed_at is null and c.expires_at > now()
    and private.is_session_live(p_user_id, p_session_id)
  returning c.purpose, c.method, c.chain, c.address, c.origin, private.write_base64(c.message)
$$;

comment on function public.consume_challenge(uuid, uuid, uuid) is
  'Uses a challenge up, before anything is known of the signature. No row when it is not this account''s and this '
  'session''s, was used, or has expired, or when the session was ended. Of any number at once, one gets the row.';

create function public.discard_challenges(p_user_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Waits for a challenge that is being issued, so that it is ended too.
  perform from public.accounts a where a.user_id = p_user_id for update;
  update public.challenges c set expires_at = c.issued_at
  where c.user_id = p_user_id and c.consumed_at is null and c.expires_at > now();
end
$$;

comment on function public.discard_challenges(uuid) is
  'Ends all open challenges of an account, for when its password or e-mail changed.';

revoke execute on function private.write_base64(bytea) from public, anon, authenticated, service_role;
revoke execute on function
  public.issue_challenge(uuid, uuid, text, text, text, text, text, text, text, integer),
  public.consume_challenge(uuid, uuid, uuid),
  public.discard_challenges(uuid)
from public, anon, authenticated;
grant execute on function
  public.issue_challenge(uuid, uuid, text, text, text, text, text, text, text, integer),
  public.consume_challenge(uuid, uuid, uuid),
  public.discard_challenges(uuid)
to service_role;
