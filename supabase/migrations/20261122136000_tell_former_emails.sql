-- A notice may go to an address that the account has no more, like the one before a change of email. Whoever reads it there
-- can't sign in with it, so the mail has to say something else.
create or replace function countersign.claim_outbox(p_at_most integer)
returns table (id uuid, kind text, details jsonb, recipient text, created_at timestamptz, retry_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  perform countersign_private.forget_stale_mails();
  return query
  with due as materialized (
    select n.id from countersign_private.outbox n where n.due_at <= now() order by n.due_at limit p_at_most
    for update skip locked
  ), claimed as (
    -- One minute to send it, then twice as long before each further attempt: nine waits are half a day.
    update countersign_private.outbox n
    set attempts = n.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ n.attempts from due where n.id = due.id
    returning n.*
  )
  select c.id, c.kind,
    c.details - 'to' || case when c.details ->> 'to' is not null then '{"is_former": true}' else '{}' end::jsonb,
    coalesce(c.details ->> 'to', countersign_private.known_email(c.user_id)),
    c.created_at, c.due_at
  from claimed c order by c.created_at;
end $$;
