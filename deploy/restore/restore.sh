#!/bin/sh
# Puts a dump of dump.sh into a new project: Auth has made its tables there, and `npm run schema -- apply` ours, with the version
# of Countersign that the dump is from. One transaction: what fails leaves the project empty.
# Usage: deploy/restore/restore.sh <folder> <connection string of postgres>
set -eu
folder=$1
url=$2
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
ask() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d "$url" -c "$1"; }

accounts=$(ask 'select count(*) from auth.users')
if [ "$accounts" != 0 ]; then
  echo "This project has $accounts accounts already: a dump goes into a new one. Nothing was changed." >&2
  exit 1
fi
found=$(ask "select md5((countersign.describe_schema() -> 'objects')::text)")
if [ "$found" != "$(cut -d '|' -f 1 "$folder/schema")" ]; then
  echo "The schema of this project is not that of the dump ($(cut -d '|' -f 2 "$folder/schema")). Apply it with the version of" \
    "Countersign that the dump is from, and upgrade afterwards. npm run schema -- check lists what differs. Nothing was changed." >&2
  exit 1
fi

# First into a file: at the left of a pipe nobody would hear that a dump is cut off or not readable.
pg_restore --data-only --no-owner --file "$rows" "$folder/data"
{
  # No trigger of ours runs, and no reference is checked before both sides are there.
  echo 'begin; set local session_replication_role = replica;'
  # Rows that the migrations made are in the dump too.
  echo "do \$\$ begin execute (select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
    from pg_catalog.pg_tables where schemaname in ('countersign', 'countersign_private')); end \$\$;"
  cat "$rows"
  echo 'commit;'
} | psql -X -q -v ON_ERROR_STOP=1 -d "$url" > /dev/null
echo "Restored $(ask 'select count(*) from auth.users') accounts and $(ask 'select count(*) from countersign.proofs') proofs."
