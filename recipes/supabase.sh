#!/bin/sh
# Run once. Needs ISSUER, CLIENT_ID, CLIENT_SECRET, SUPABASE_URL and SUPABASE_SECRET_KEY.
set -eu

curl --fail-with-body -sS "$SUPABASE_URL/auth/v1/admin/custom-providers" \
  -H "apikey: $SUPABASE_SECRET_KEY" -H "Authorization: Bearer $SUPABASE_SECRET_KEY" -H 'Content-Type: application/json' \
  -d @- <<JSON
{
  "provider_type": "oauth2",
  "identifier": "custom:countersign",
  "name": "Countersign",
  "client_id": "$CLIENT_ID",
  "client_secret": "$CLIENT_SECRET",
  "authorization_url": "$ISSUER/oauth/authorize",
  "token_url": "$ISSUER/oauth/token",
  "userinfo_url": "$ISSUER/oauth/userinfo",
  "scopes": ["openid", "profile", "email", "wallets"],
  "email_optional": true
}
JSON
