-- Filling is many times faster without indexes and constraints. put-indexes-back.sql restores each from its own definition.
create schema if not exists bench;
drop table if exists bench.set_aside;
create table bench.set_aside as
select row_number() over (order by kind_order, name) as place, drop_statement, make_statement from (
  -- Foreign keys. They return as "not valid", without a check of the rows.
  select 1 as kind_order, c.conrelid::regclass || c.conname as name,
    format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop_statement,
    format('alter table %s add constraint %I %s not valid', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
      as make_statement
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace
  where c.contype = 'f' and n.nspname in ('auth', 'countersign', 'countersign_private')
  union all
  select 2, c.conrelid::regclass || c.conname,
    format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
    format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace
  where c.contype in ('p', 'u') and n.nspname in ('auth', 'countersign', 'countersign_private')
  union all
  select 3, i.indexrelid::regclass::text, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
  from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
  where n.nspname in ('auth', 'countersign', 'countersign_private')
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
) as found;
select drop_statement from bench.set_aside order by place \gexec
