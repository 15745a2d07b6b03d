#!/bin/sh
# Puts a dump of dump.sh into a new project: Auth has made its tables there, and `npm run schema -- apply` ours, with the version
# of Countersign that the dump is from. One transaction: what fails leaves the project empty.
# Usage: deploy/restore/restore.sh <folder> <connection string of postgres>
set -eu
folder=$1
url=$2
# Nobody waits for ever: neither for a host that doesn't answer, nor for a lock of someone who is at work in the project.
export PGCONNECT_TIMEOUT="${PGCONNECT_TIMEOUT:-15}"
lock_timeout="set lock_timeout = '${LOCK_TIMEOUT:-30s}'"
rows=$(mktemp)
# Password hashes will lie there. Not every sh does at a signal what it does at its end.
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
# Supabase's own PostgreSQL lets postgres do it.
ask 'set session_replication_role = replica' ||
  refuse "This role may not disable triggers. As a superuser, run: grant set on parameter session_replication_role to postgres;"

# First into a file: at the left of a pipe nobody would hear that a dump is cut off or not readable.
pg_restore --data-only --no-owner --file "$rows" "$folder/data"
{
  # No trigger of ours runs, and no reference is checked before both sides are there.
  echo "begin; set local session_replication_role = replica; $lock_timeout;"
  # Rows that the migrations made are in the dump too.
  echo "do \$\$ begin execute (select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
    from pg_catalog.pg_tables where schemaname in ('countersign', 'countersign_private')); end \$\$;"
  # It begins with settings of its own, and would wait for ever again.
  LC_ALL=C sed '1,30s/^SET lock_timeout = 0;$//' "$rows"
  echo 'commit;'
} | psql -X -q -v ON_ERROR_STOP=1 -d "$url" > /dev/null
# Plans that are made before Postgres has looked at the rows read whole tables. Auth's tables are not ours to look at.
psql -X -q -v ON_ERROR_STOP=1 -d "$url" > /dev/null <<SQL ||
$lock_timeout;
select format('analyze %I.%I', schemaname, tablename) from pg_catalog.pg_tables
  where schemaname in ('countersign', 'countersign_private') \\gexec
SQL
  echo "All rows were restored, but analyze did not finish. Run analyze in psql, or leave it to autovacuum." >&2
restored=$(ask "select format('%s accounts and %s proofs', (select count(*) from auth.users), (select count(*) from countersign.proofs))")
echo "Restored $restored."
