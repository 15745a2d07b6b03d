-- A hosted project may hold this right back. Only whoever owns the table can take it away.
reset role;
revoke delete on auth.sessions from postgres;
