create function private.is_label(p_label text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select char_length(p_label) between 1 and 40
    -- Something to see: not only spaces, blank braille or marks that alter a character before them.
    and p_label ~ '[^\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\ufe00-\ufe0f]'
    -- No controls and nothing that is invisible by itself (Default_Ignorable_Code_Point of Unicode, interlinear
    -- marks, line separators), among it all that turns, joins or hides what stands around it. Only the joiner between
    -- two pictures is let through, which makes them one emoji.
    and regexp_replace(
      p_label,
      '(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])', '', 'g'
    ) !~ (
      '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e'
      '\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    )
$$;

comment on function private.is_label(text) is
  'Whether a wallet may be called this: 1 to 40 characters, something to see, and nothing that makes it look like '
  'another name.';

revoke execute on function private.is_label(text) from public, anon, authenticated, service_role;

create table public.wallets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.accounts (user_id) on delete cascade,
  chain text not null check (chain in ('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet')),
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  label text check (private.is_label(label)),
  is_primary boolean not null default false,
  proof_id uuid not null unique,
  proven_at timestamptz not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_because text check (removed_because in ('removed', 'moved')),
  check ((removed_at is null) = (removed_because is null)),
  check (removed_at is null or not is_primary)
);

comment on table public.wallets is
  'Addresses that accounts have proven, and had. A row is live until removed_at; it stays for the history.';
comment on column public.wallets.proof_id is 'The proof that stands, or stood last.';

create unique index wallets_live_address on public.wallets (address, chain) where removed_at is null;
create unique index wallets_one_primary on public.wallets (user_id) where is_primary;
create index wallets_of_account on public.wallets (user_id, is_primary desc, created_at desc, id)
  where removed_at is null;
-- The removed ones too: the deletion of an account looks for them.
create index wallets_ever_of_account on public.wallets (user_id);

create table public.challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.accounts (user_id) on delete cascade,
  session_id uuid not null,
  purpose text not null check (purpose in ('prove', 'move')),
  method text not null check (method in ('sign_in', 'sign_message', 'memo')),
  chain text not null check (chain in ('solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet')),
  address text not null check (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  origin text not null check (origin ~ '^https?://[^/\s]{1,255}$'),
  -- 128 bits take 22 characters of base 64 and 32 hexadecimal ones.
  nonce text not null unique check (nonce ~ '^[A-Za-z0-9]{22,64}$'),
  message bytea not null check (octet_length(message) between 1 and 2048),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  check (expires_at <= issued_at + interval '5 minutes')
);

comment on table public.challenges is
  'Statements that the server asked for, byte for byte. Each is bound to an account, a session, an address, a site '
  'and a method, and is used once or expires. Kept for an hour after that.';

create index challenges_of_account on public.challenges (user_id, issued_at desc);

create table public.proofs (
  id uuid primary key default gen_random_uuid(),
  wallet_id uuid not null references public.wallets (id) on delete cascade,
  user_id uuid not null references public.accounts (user_id) on delete cascade,
  challenge_id uuid not null unique,
  account_code text not null,
  method text not null check (method in ('sign_in', 'sign_message', 'memo')),
  chain text not null,
  address text not null,
  origin text not null,
  message bytea not null,
  signed_bytes bytea not null check (octet_length(signed_bytes) between 1 and 8192),
  signature bytea not null check (octet_length(signature) = 64),
  proven_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_because text check (ended_because in ('replaced', 'removed', 'moved')),
  is_public boolean not null default false,
  check ((ended_at is null) = (ended_because is null))
);

comment on table public.proofs is
  'Checked signatures, with the exact bytes that were signed. Never changed but to say that one has ended, or who may '
  'see it.';
comment on column public.proofs.message is 'The statement as it was issued.';
comment on column public.proofs.signed_bytes is
  'What the wallet signed: the statement itself, or a frame or transaction that holds it.';
comment on column public.proofs.is_public is
  'Whether anybody may see it. Stays as it was when the proof ended, so that its page can say why it is gone.';

create index proofs_of_wallet on public.proofs (wallet_id, proven_at desc);
create index proofs_of_account on public.proofs (user_id, proven_at desc);

create table public.activity_events (
  id bigint generated always as identity,
  user_id uuid not null references public.accounts (user_id) on delete cascade,
  kind text not null check (kind ~ '^[a-z]+_[a-z_]+$'),
  details jsonb not null default '{}',
  device text check (char_length(device) <= 200),
  created_at timestamptz not null default now(),
  -- With an index on id alone Postgres would read everybody's events backwards to find the newest of one account.
  primary key (user_id, id)
);

comment on table public.activity_events is 'What happened on an account, as its owner reads it. Append-only.';

alter table public.wallets enable row level security;
alter table public.challenges enable row level security;
alter table public.proofs enable row level security;
alter table public.activity_events enable row level security;

-- Only functions write, so that a leaked secret key or a mistake in the server still goes through their checks.
revoke all on public.wallets, public.challenges, public.proofs, public.activity_events
  from public, anon, authenticated, service_role;
revoke all on sequence public.activity_events_id_seq from public, anon, authenticated, service_role;
grant select on public.wallets, public.proofs, public.activity_events to authenticated;

create policy "people read their own wallets" on public.wallets
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read their own proofs" on public.proofs
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "people read their own activity" on public.activity_events
  for select to authenticated using ((select auth.uid()) = user_id);

create view public.live_wallets with (security_invoker = true) as
  select w.id, w.chain, w.address, w.label, w.is_primary, w.proof_id, w.proven_at, w.created_at,
    -- Looked up for the rows of a page only. A join made Postgres read all proofs of a large account first.
    (select p.is_public from public.proofs p where p.id = w.proof_id) as is_public,
    (select p.method from public.proofs p where p.id = w.proof_id) as method
  from public.wallets w
  where w.removed_at is null;

comment on view public.live_wallets is 'The wallets of whoever asks, with what their standing proof says.';

revoke all on public.live_wallets from public, anon, authenticated, service_role;
grant select on public.live_wallets to authenticated;
