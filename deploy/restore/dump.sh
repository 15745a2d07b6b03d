#!/bin/sh
# Writes a project's user data to a folder: accounts, proofs, apps, activity. Needs psql and pg_dump of the project's
# major version. Usage: deploy/restore/dump.sh <connection string of postgres> <new folder>
# The folder contains password hashes and email addresses: protect it like the database.
set -eu
url=$1
folder=$2
umask 077
# Fails instead of waiting forever, for an unreachable host or a migration's lock.
export PGCONNECT_TIMEOUT="${PGCONNECT_TIMEOUT:-15}"
mkdir "$folder"
schema=$folder/schema
data=$folder/data
dumping=
# After a failure, deletes only the files written here. A folder with other files stays.
clear() {
  if [ -n "$dumping" ]; then
    kill "$dumping" 2> /dev/null || :
    wait "$dumping" || :
  fi
  rm -f "$schema" "$schema.partial" "$data.partial"
  rmdir "$folder" 2> /dev/null || echo "$folder contains other files, so it was kept." >&2
}
# Not every sh runs the EXIT trap on a signal.
trap clear EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Rights, policies and triggers aren't dumped: migrations create them, and restore.sh compares this hash of the schema.
psql -X -q -A -t -v ON_ERROR_STOP=1 -d "$url" -c "set lock_timeout = '${LOCK_TIMEOUT:-30s}'" \
  -c "select md5((d -> 'objects')::text), d ->> 'version' from countersign.describe_schema() d" > "$schema.partial"

# Omits sessions, so that one revoked after the dump isn't restored, and rows that expire within minutes.
pg_dump --format=custom --lock-wait-timeout="${LOCK_TIMEOUT:-30s}" --data-only --no-owner --schema=auth --schema=countersign --schema=countersign_private \
  --exclude-table-data=auth.schema_migrations --exclude-table-data=auth.audit_log_entries \
  --exclude-table-data=auth.sessions --exclude-table-data=auth.refresh_tokens --exclude-table-data=auth.mfa_amr_claims \
  --exclude-table-data=auth.mfa_challenges --exclude-table-data=auth.flow_state --exclude-table-data=auth.one_time_tokens \
  --exclude-table-data=auth.saml_relay_states --exclude-table-data=auth.webauthn_challenges \
  --file "$data.partial" "$url" &
dumping=$!
# The shell handles signals during `wait`, but not while a foreground program runs.
wait "$dumping" && code=0 || code=$?
dumping=
[ "$code" = 0 ] || exit "$code"
# Renamed only once complete. restore.sh refuses a folder that lacks either file.
mv "$schema.partial" "$schema"
mv "$data.partial" "$data"
trap - EXIT
echo "Dumped schema $(cut -d '|' -f 2 "$schema") to $folder."
