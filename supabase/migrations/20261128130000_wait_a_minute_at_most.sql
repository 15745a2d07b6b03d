-- "Wait 61 seconds" for a limit of a minute: now() is when a transaction began, and the oldest of what it counts may have
-- been written by one that began later and was faster. Put into each function as it stands, so that nothing else of it changes.

do $$
declare
  old_wait constant text := 'ceil(extract(epoch from oldest + interval ''1 minute'' - now()))';
  changed record;
begin
  for changed in
    select pg_get_functiondef(p.oid) as definition
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and position(old_wait in p.prosrc) > 0
  loop
    execute replace(changed.definition, old_wait, 'least(60, ' || old_wait || ')');
  end loop;
end
$$;
