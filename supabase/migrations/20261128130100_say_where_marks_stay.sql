comment on function private.end_first_password() is
  'Runs inside Auth''s confirmation: takes a doubted password away, and the mark, which would grow every token. Auth '
  'writes the metadata once more from memory after it, so the mark is taken from confirmed accounts at any time. It is '
  'the row that is cleaned: what Auth answers from memory, that is the first token and the answer to a change of '
  'metadata, may still have the mark, which by then means nothing. The next token has it no more.';
