#!/bin/sh
# Needs ISSUER, CLIENT_ID, CLIENT_SECRET and a registered REDIRECT_URI, at which no server needs to run.
set -eu

# PKCE verifier and challenge, and state.
verifier=$(openssl rand -hex 32)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
state=$(openssl rand -hex 16)

echo "Open this in your browser:"
echo "$ISSUER/oauth/authorize?response_type=code&client_id=$CLIENT_ID&redirect_uri=$REDIRECT_URI&scope=openid%20profile%20wallets&code_challenge=$challenge&code_challenge_method=S256&state=$state"
echo "Paste the address you end up at, within a minute:"
read -r address
case "$address" in *"state=$state"*) ;; *) echo "The state differs." >&2; exit 1 ;; esac
code=$(printf %s "$address" | sed -n 's/.*[?&]code=\([^&]*\).*/\1/p')

# Exchange the code, which is valid once, for a minute.
tokens=$(curl --fail-with-body -sS "$ISSUER/oauth/token" --user "$CLIENT_ID:$CLIENT_SECRET" \
  -d grant_type=authorization_code -d "code=$code" -d "code_verifier=$verifier" --data-urlencode "redirect_uri=$REDIRECT_URI")
access_token=$(printf %s "$tokens" | sed 's/.*"access_token":"\([^"]*\)".*/\1/')

# Read the user's claims and current wallets.
curl --fail-with-body -sS "$ISSUER/oauth/userinfo" -H "Authorization: Bearer $access_token"
echo
curl --fail-with-body -sS "$ISSUER/api/v1/wallets" -H "Authorization: Bearer $access_token"
echo
