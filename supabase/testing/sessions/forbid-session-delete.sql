-- A hosted project may lack this right. Only the table's owner can revoke it.
reset role;
revoke delete on auth.sessions from postgres;
