#!/bin/sh
# Restores a dump of dump.sh into a new project, in which Auth has created its tables, and `npm run schema -- apply` the site's,
# with the dump's version of Countersign. Runs in one transaction: a failure leaves the project empty.
# Usage: deploy/restore/restore.sh <folder> <connection string of postgres>
set -eu
folder=$1
url=$2
# Fails instead of waiting forever, for an unreachable host or another session's lock.
export PGCONNECT_TIMEOUT="${PGCONNECT_TIMEOUT:-15}"
lock_timeout="set lock_timeout = '${LOCK_TIMEOUT:-30s}'"
rows=$(mktemp)
# Will contain password hashes, so it is deleted at any exit. Not every sh runs the EXIT trap on a signal.
trap 'rm -f "$rows"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
ask() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d "$url" -c "$lock_timeout" -c "$1"; }
refuse() {
  echo "$1 Nothing was changed." >&2
  exit 1
}

[ -r "$folder/schema" ] && [ -r "$folder/data" ] || refuse "$folder is not a readable dump: schema or data is missing."

missing=$(ask "select string_agg(name, ', ') from unnest(array['auth.users', 'countersign.proofs']) name where to_regclass(name) is null")
[ -z "$missing" ] || refuse "This project lacks $missing. Start Auth so that it creates its tables, then run npm run schema -- apply."
accounts=$(ask 'select count(*) from auth.users')
[ "$accounts" = 0 ] || refuse "This project already has $accounts accounts. Restore the dump into a new project."
found=$(ask "select md5((countersign.describe_schema() -> 'objects')::text)")
[ "$found" = "$(cut -d '|' -f 1 "$folder/schema")" ] ||
  refuse "The schema of this project differs from the dump's ($(cut -d '|' -f 2 "$folder/schema")). Apply the schema with the\
 dump's version of Countersign, and upgrade afterwards. npm run schema -- check lists the differences."
# Supabase's PostgreSQL allows this to the role postgres.
ask 'set session_replication_role = replica' ||
  refuse "This role may not disable triggers. As a superuser, run: grant set on parameter session_replication_role to postgres;"

# Writes a file first: a pipe would hide the error of pg_restore for a truncated or unreadable dump.
pg_restore --data-only --no-owner --file "$rows" "$folder/data"
{
  # Skips triggers and foreign key checks while rows are loaded.
  echo "begin; set local session_replication_role = replica; $lock_timeout;"
  # Deletes the rows that migrations created, because the dump contains them too.
  echo "do \$\$ begin execute (select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
    from pg_catalog.pg_tables where schemaname in ('countersign', 'countersign_private')); end \$\$;"
  # Removes pg_restore's own lock_timeout, which would wait forever.
  LC_ALL=C sed '1,30s/^SET lock_timeout = 0;$//' "$rows"
  echo 'commit;'
} | psql -X -q -v ON_ERROR_STOP=1 -d "$url" > /dev/null
# Collects statistics, without which Postgres scans whole tables. postgres doesn't own Auth's tables and leaves them to autovacuum.
psql -X -q -v ON_ERROR_STOP=1 -d "$url" > /dev/null <<SQL ||
$lock_timeout;
select format('analyze %I.%I', schemaname, tablename) from pg_catalog.pg_tables
  where schemaname in ('countersign', 'countersign_private') \\gexec
SQL
  echo "All rows were restored, but analyze did not finish. Run analyze in psql, or leave it to autovacuum." >&2
restored=$(ask "select format('%s accounts and %s proofs', (select count(*) from auth.users), (select count(*) from countersign.proofs))")
echo "Restored $restored."
