import { BeginSignIn, Code, DisplayName, Email, MailLink, NewPassword, Password } from './auth-schemas';

/** The code of the first issue, or the parsed value. */
function read(schema: typeof Email | typeof NewPassword | typeof Code, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message;
}

describe('Email', () => {
  it('removes the white space around an address', () => {
    expect(read(Email, ' ada@example.com ')).toBe('ada@example.com');
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada @example.com',
    'ada@exa mple.com',
    'ada@example.com, eve@example.com',
    'ada@example.com\nBcc: eve@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('refuses %p', (value) => expect(read(Email, value)).toBe('field.email_invalid'));

  it.each([undefined, '', '   ', ['ada@example.com']])('requires an address: %p', (value) =>
    expect(read(Email, value)).toBe('field.email_required'),
  );
});

it.each([undefined, '', 'ada@'])('`Use a password` leads on without a valid email: %p', (email) => {
  expect(BeginSignIn.parse({ way: 'password', email })).toEqual({ way: 'password' });
});

describe('NewPassword', () => {
  it.each(['eight888', 'x'.repeat(72), '🔑'.repeat(8), 'pass word with spaces '])(
    'accepts %p unchanged',
    (value) => expect(read(NewPassword, value)).toBe(value),
  );

  it.each([
    ['seven characters', 'seven77', 'field.password_short'],
    ['seven emoji, which are 28 bytes', '🔑'.repeat(7), 'field.password_short'],
    ['73 bytes', 'x'.repeat(73), 'field.password_long'],
    ['19 emoji, which are 76 bytes', '🔑'.repeat(19), 'field.password_long'],
    ['nothing', '', 'field.new_password_required'],
  ])('refuses %s', (_kind, value, code) => expect(read(NewPassword, value)).toBe(code));
});

describe('Password', () => {
  it('accepts any password that may be right, and treats one too long for bcrypt as wrong', () => {
    expect(Password.safeParse('short').success).toBe(true);
    expect(Password.safeParse('x'.repeat(73)).error?.issues[0]?.message).toBe('auth.invalid_credentials');
  });
});

describe('Code', () => {
  it.each(['123456', '123 456', ' 123-456 '])('reads %p, in any copied format', (value) =>
    expect(read(Code, value)).toBe('123456'),
  );

  it.each(['12345', '1234567', 'abcdef', '１２３４５６'])('refuses %p', (value) =>
    expect(read(Code, value)).toBe('field.code_invalid'),
  );
});

describe('MailLink', () => {
  const link = { token_hash: 'pkce_0123456789abcdef0123456789abcdef', type: 'email' };

  it('reads the parameters of an emailed link', () => {
    expect(MailLink.parse({ ...link, next: '/account' })).toEqual({ ...link, next: '/account' });
  });

  it.each([
    ['no token', { type: 'email' }],
    ['two tokens', { ...link, token_hash: ['a', 'b'] }],
    ['a token with other characters', { ...link, token_hash: "0123456789abcdef' or 1=1" }],
    ['a token too long', { ...link, token_hash: 'a'.repeat(500) }],
    ['a type that mails never have', { ...link, type: 'sms' }],
  ])('refuses %s', (_kind, value) => expect(MailLink.safeParse(value).success).toBe(false));

  it('ignores a next that is no text, instead of refusing the link', () => {
    expect(MailLink.parse({ ...link, next: ['/a', '/b'] }).next).toBeUndefined();
  });
});

test('an empty display name removes the name, and is an error when there is none', () => {
  expect(DisplayName.parse({ name: ' ' })).toMatchObject({ name: null });
  const read = DisplayName.safeParse({ name: ' ', isFirst: 'on' });
  expect(read.error?.issues).toMatchObject([{ path: ['name'], message: 'account.name_required' }]);
  expect(DisplayName.parse({ name: 'Ada', isFirst: 'on' })).toMatchObject({ name: 'Ada' });
});
