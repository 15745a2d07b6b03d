import { randomBytes } from 'node:crypto';
import type { Captcha } from './core/captcha.ts';

/** Simulates a captcha provider: script, widget and `siteverify`. The widget says so, and any press passes it. */
export async function answerCaptcha(captcha: Captcha | null, request: Request): Promise<Response> {
  if (!captcha) return new Response(null, { status: 404 });
  const { pathname, searchParams } = new URL(request.url);
  const name = pathname.slice('/local/captcha/'.length);
  if (request.method === 'POST' && name === 'solve') return Response.json({ token: captcha.solve() });
  if (request.method === 'POST' && name === 'siteverify') {
    const given = new URLSearchParams(await request.text());
    return Response.json(captcha.verify(given.get('response') ?? ''));
  }
  if (request.method !== 'GET') return new Response(null, { status: 405 });
  // Defines only this provider's global, so a page set up for the other provider fails.
  if (name === 'api.js') return showScript(captcha, searchParams.get('onload'));
  if (name === 'widget') return showWidget(searchParams.get('theme') === 'dark');
  return new Response(null, { status: 404 });
}

function showScript({ provider }: Captcha, onload: string | null): Response {
  const begin = onload && /^\w+$/.test(onload) ? `window[${JSON.stringify(onload)}]?.();` : '';
  return new Response(`${script.replace('PROVIDER', provider)}\n${begin}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** The part of both providers' APIs that a page needs to render the widget itself. */
const script = `(() => {
  const source = new URL(document.currentScript.src);
  const drawn = [];
  addEventListener('message', ({ origin, source: from, data }) => {
    if (origin !== source.origin) return;
    const one = drawn.find(({ frame }) => frame.contentWindow === from);
    if (!one) return;
    const names = { solved: 'callback', expired: 'expired-callback', failed: 'error-callback' };
    one.options[names[data.what]]?.(data.token);
  });
  window.PROVIDER = {
    render(place, options) {
      const frame = document.createElement('iframe');
      frame.title = 'Stand-in for a captcha';
      frame.src = source.origin + '/local/captcha/widget?theme=' + options.theme;
      frame.style.cssText = 'border:0;width:' + (options.size === 'flexible' ? '100%' : options.size === 'compact' ? '158px' : '303px') + ';height:65px';
      place.append(frame);
      return String(drawn.push({ frame, options }) - 1);
    },
    remove(id) {
      drawn[Number(id)].frame.remove();
    },
    reset(id) {
      const { frame } = drawn[Number(id)];
      frame.src = frame.src;
    },
  };
})();`;

function showWidget(isDark: boolean): Response {
  const nonce = randomBytes(16).toString('base64');
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Stand-in for a captcha</title>
<style nonce="${nonce}">
:root { color-scheme: ${isDark ? 'dark' : 'light'}; font: 14px system-ui; }
body { margin: 0; padding: 6px; border: 1px solid; min-height: 51px; box-sizing: border-box; }
label { display: flex; gap: 6px; min-height: 26px; align-items: center; }
button { font: inherit; font-size: 11px; }
</style></head>
<body>
<label><input type="checkbox"> I am a person (stand-in)</label>
<button type="button" value="expired" disabled>Let it expire</button> <button type="button" value="failed">Let it fail</button>
<script nonce="${nonce}">
const tell = (message) => parent.postMessage(message, '*');
const box = document.querySelector('input');
box.addEventListener('change', async () => {
  box.disabled = true;
  const { token } = await (await fetch('/local/captcha/solve', { method: 'POST' })).json();
  tell({ what: 'solved', token });
  document.querySelector('[value=expired]').disabled = false;
});
for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => {
    box.checked = box.disabled = false;
    document.querySelector('[value=expired]').disabled = true;
    tell({ what: button.value });
  });
</script>
</body></html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'`,
    },
  });
}
