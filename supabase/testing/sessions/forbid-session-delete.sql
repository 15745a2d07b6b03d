-- A hosted project may hold this right back. Only anyone who owns the table can take it away.
reset role;
revoke delete on auth.sessions from postgres;
