/** The calls of Auth that send a mail whatever their body says. */
const mailingCalls = new Set([
  'POST /signup',
  'POST /otp',
  'POST /magiclink',
  'POST /recover',
  'POST /resend',
  'POST /invite',
  'GET /reauthenticate',
]);

/** Whether Auth waits for its mail server before it answers this request. */
export function sendsMail(input: Parameters<typeof fetch>[0], init?: RequestInit): boolean {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const [, path] = pathname.split('/auth/v1');
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  if (mailingCalls.has(`${method} ${path}`)) return true;
  // A password is changed without a mail.
  return (
    `${method} ${path}` === 'PUT /user' && typeof init?.body === 'string' && 'email' in JSON.parse(init.body)
  );
}
