#!/bin/sh
# Writes what people have in a project into a folder: accounts, proofs, apps, activity. Needs psql and pg_dump of the project's
# major version. Usage: deploy/restore/dump.sh <connection string of postgres> <new folder>
# The folder holds password hashes and email addresses: keep it as you keep the database.
set -eu
url=$1
folder=$2
umask 077
# Nobody waits for ever: neither for a host that doesn't answer, nor for the lock of a migration.
export PGCONNECT_TIMEOUT="${PGCONNECT_TIMEOUT:-15}"
mkdir "$folder"
schema=$folder/schema
data=$folder/data
dumping=
# What fails leaves nothing of its own, and nothing of anyone else is touched. A folder in which someone put something stays.
clear() {
  if [ -n "$dumping" ]; then
    kill "$dumping" 2> /dev/null || :
    wait "$dumping" || :
  fi
  rm -f "$schema" "$schema.partial" "$data.partial"
  rmdir "$folder" 2> /dev/null || echo "$folder contains other files, so it was kept." >&2
}
# Not every sh does at a signal what it does at its end.
trap clear EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Rights, policies and triggers come from the migrations, not from here: the restore compares that they are the same.
psql -X -q -A -t -v ON_ERROR_STOP=1 -d "$url" -c "set lock_timeout = '${LOCK_TIMEOUT:-30s}'" \
  -c "select md5((d -> 'objects')::text), d ->> 'version' from countersign.describe_schema() d" > "$schema.partial"

# Sessions stay behind, so that one that was ended after the dump doesn't come back; so does what is good for minutes.
pg_dump --format=custom --lock-wait-timeout="${LOCK_TIMEOUT:-30s}" --data-only --no-owner --schema=auth --schema=countersign --schema=countersign_private \
  --exclude-table-data=auth.schema_migrations --exclude-table-data=auth.audit_log_entries \
  --exclude-table-data=auth.sessions --exclude-table-data=auth.refresh_tokens --exclude-table-data=auth.mfa_amr_claims \
  --exclude-table-data=auth.mfa_challenges --exclude-table-data=auth.flow_state --exclude-table-data=auth.one_time_tokens \
  --exclude-table-data=auth.saml_relay_states --exclude-table-data=auth.webauthn_challenges \
  --file "$data.partial" "$url" &
dumping=$!
# A shell hears of a signal while it waits, but not while a program runs in front of it.
wait "$dumping" && code=0 || code=$?
dumping=
[ "$code" = 0 ] || exit "$code"
# Neither has its name before it is whole, and what lacks one of them is no dump: restore.sh refuses it.
mv "$schema.partial" "$schema"
mv "$data.partial" "$data"
trap - EXIT
echo "Dumped schema $(cut -d '|' -f 2 "$schema") to $folder."
