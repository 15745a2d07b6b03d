import { renderToStaticMarkup } from 'react-dom/server';
import { libraries } from '@/lib/apps/recipe';
import { errors } from '@/lib/errors';
import { RegisterForm } from './register-form';

test.each(['http://localhost:4000', ''])(
  "the form suggests the developer's machine only where the site accepts it: %j",
  (home) => {
    const form = { action: jest.fn(), issuer: 'https://site.example', libraries, home, children: null };
    const html = renderToStaticMarkup(<RegisterForm {...form} />);
    expect(/your machine|localhost/.test(html)).toBe(home !== '');
    expect(/https address/.test(html)).toBe(home === '');
  },
);

test('the refusal of an address without https names the choices that may have one', () => {
  for (const { label, isPublic } of libraries)
    if (isPublic) expect(errors['app.redirect_public_only'].hint).toContain(`“${label}”`);
});
