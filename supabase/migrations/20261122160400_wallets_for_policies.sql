-- For the tables of other apps in the same project: which wallets whoever asks has proven, as a policy needs it. Asked of the
-- tables each time, so that it is never as old as a token.
create function countersign.my_wallets() returns setof text
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  person uuid;
  session uuid;
  proven text[] := '{}';
begin
  begin
    person := auth.uid();
    session := (auth.jwt() ->> 'session_id')::uuid;
    if
      -- An app's token, by way of Auth's own OAuth server: it has what its person agreed to, and that is asked elsewhere.
      not auth.jwt() ? 'client_id'
      -- Any session of the project, also one that another app of the team opened; but none that this site has ended.
      and countersign_private.is_session_at_auth(person, session)
      and not exists (
        select from countersign.account_sessions a where a.session_id = session and a.ended_at is not null
      )
      and not countersign_private.has_lost_passkey(person, session)
      -- As require_live_session: by the database's own rows, and by the token.
      and (not countersign_private.has_second_factor(person) or (
        countersign_private.token_aal() = 'aal2'
        and exists (select from auth.sessions s where s.id = session and s.aal::text = 'aal2')
        or countersign_private.is_passkey_session(person, session)
      ))
    then
      proven := array(
        select w.address from countersign.wallets w where w.user_id = person and w.removed_at is null
        order by w.chain, w.is_primary desc, w.created_at desc, w.id limit 1000
      );
    end if;
  exception when others then
    -- A query that fails would tell more than one that finds nothing, and stop whatever else it was about.
    proven := '{}';
  end;
  return query select unnest(proven);
end $$;
comment on function countersign.my_wallets is
  'The addresses that whoever asks has proven, for row policies: owner = any ((select countersign.my_wallets())), or to use an '
  'index of owner, any (array(select countersign.my_wallets())). Asked once a query. None for nobody, an app''s token, a '
  'session that has ended or owes its second factor; never refuses. At most 1000.';
revoke execute on function countersign.my_wallets from public;
grant execute on function countersign.my_wallets to authenticated;
