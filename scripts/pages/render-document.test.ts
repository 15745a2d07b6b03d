import { pathToFileURL } from 'node:url';
import { inProject } from '../project-folder';
import { renderDocument } from './render-document';

const address = pathToFileURL(inProject('docs/apps.md')).href;
const render = (markdown: string): string => renderDocument(`# Apps\n\n${markdown}`, address).html;

test('a document can add no HTML, script or script address to the page', () => {
  const html = render(
    '<script>alert(1)</script> <b onclick=x> [x](javascript:alert(1)) `<i>`\n\n```\n</code><u>\n```',
  );
  expect(html).not.toMatch(/<(script|b|i|u)\b|href/);
  expect(html).toContain('<code>&lt;/code&gt;&lt;u&gt;\n</code>');
});

test('a link leads to another document, a heading or a site, and any other becomes text', () => {
  const html = render(
    '## What *you* get: claims & scopes\n[api](api.md#wallets) [package](../packages/countersign#express) [here](#sign-out) ' +
      '[site](https://a.example/x) [code](../recipes/auth.mjs) [other](security.md) [odd](http://a.example)',
  );
  expect(html).toContain('<h2 id="what-you-get-claims--scopes">');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/developers/docs/api#wallets',
    '/developers/docs/package#express',
    '/developers/docs/apps#sign-out',
    'https://a.example/x',
  ]);
  expect(html).toContain('code other odd');
});
