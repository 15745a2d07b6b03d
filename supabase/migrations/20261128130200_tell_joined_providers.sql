-- A provider that joins an account by its verified e-mail is a new way in that nobody of the account asked for.
insert into private.event_kinds (kind, detail_names, sends_notice, most_an_hour) values
  ('identity_joined', '{provider}', true, null);
