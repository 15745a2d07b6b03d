-- By what it does: what came of the token has ended before.
create function countersign.tell_of_token_reuse(p_grant_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  agreed countersign_private.oauth_grants;
  person uuid := (select g.user_id from countersign_private.oauth_grants g where g.id = p_grant_id);
begin
  perform from countersign.accounts a where a.user_id = person for update;
  -- Asked once the account is locked: either may have gone meanwhile.
  select * into agreed from countersign_private.oauth_grants g where g.id = p_grant_id and g.ended_at is null;
  if not found then return; end if;
  perform countersign_private.add_grant_event(agreed, 'app_token_reused', null);
end $$;
comment on function countersign.tell_of_token_reuse is
  'Tells somebody that a token of an app was used a second time, five times an hour at most; the caller has ended what came '
  'of it. To be called in a transaction of its own: it locks the account.';

create or replace function countersign.end_grant_of_reuse(p_grant_id uuid) returns void
language sql security definer set search_path = '' as $$ select countersign.tell_of_token_reuse(p_grant_id) $$;
comment on function countersign.end_grant_of_reuse is
  'What tell_of_token_reuse was called in the version before, whose processes may still run. It goes in the next one.';

revoke execute on function countersign.tell_of_token_reuse from public;
grant execute on function countersign.tell_of_token_reuse to service_role;

create or replace function countersign.schema_version() returns text
language sql stable security definer set search_path = '' as $$ select '20261123100000' $$;
