"""A page for people with a proven wallet: FastAPI, Authlib, and Sign in with Countersign."""

import os
import sys
from html import escape

import httpx
from authlib.integrations.starlette_client import OAuth, OAuthError
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.middleware.sessions import SessionMiddleware

ISSUER = os.environ["ISSUER"]
CLIENT = (os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
APP_URL = os.environ["APP_URL"]
SESSION_SECRET = os.environ.get("SESSION_SECRET", "")
if len(SESSION_SECRET) < 32:
    sys.exit("Set SESSION_SECRET to the output of: openssl rand -base64 32")

app = FastAPI()
# Signed, readable by the user, and deleted when the browser closes. With https, sent over https only.
app.add_middleware(
    SessionMiddleware,
    secret_key=SESSION_SECRET,
    max_age=None,
    https_only=APP_URL.startswith("https:"),
)

countersign = OAuth().register(
    "countersign",
    client_id=CLIENT[0],
    client_secret=CLIENT[1],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    # Authlib adds and checks state and nonce itself.
    client_kwargs={"scope": "openid wallets", "code_challenge_method": "S256"},
)


@app.get("/sign-in")
async def sign_in(request: Request):
    return await countersign.authorize_redirect(request, f"{APP_URL}/callback")


@app.get("/callback")
async def callback(request: Request):
    try:
        token = await countersign.authorize_access_token(request)
    except OAuthError as error:
        # `access_denied` if the user pressed Cancel.
        return HTMLResponse(f"Not signed in: {escape(error.error)}", status_code=400)
    request.session.clear()
    # The only data this app stores about a user. Other apps receive another `sub`.
    request.session["sub"] = token["userinfo"]["sub"]
    return RedirectResponse("/")


@app.post("/sign-out")
async def sign_out(request: Request):
    request.session.clear()
    return RedirectResponse("/", status_code=303)


@app.get("/")
async def members(request: Request):
    sub = request.session.get("sub")
    if sub is None:
        return HTMLResponse('<a href="/sign-in">Sign in with Countersign</a>')
    wallets = await read_wallets(sub)
    if not wallets:
        return HTMLResponse("This app sees no wallet of yours.", status_code=403)
    rows = "".join(f"<li>{escape(wallet['address'])}</li>" for wallet in wallets)
    return HTMLResponse(
        f'<h1>You are in</h1><ul>{rows}</ul><form method="post" action="/sign-out"><button>Sign out</button></form>'
    )


async def read_wallets(sub: str) -> list[dict]:
    """The wallets that someone shares with this app now. None if they ended its access."""
    async with httpx.AsyncClient(auth=CLIENT) as client:
        response = await client.get(f"{ISSUER}/api/v1/accounts/{sub}/wallets")
    if response.status_code == 404:
        return []
    response.raise_for_status()
    return response.json()["wallets"]
