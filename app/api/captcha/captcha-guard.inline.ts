import { captchaPages } from '../../../lib/captcha.ts';

/** The API that the scripts of Turnstile and hCaptcha share. */
type Provider = {
  render(place: Element, options: Record<string, unknown>): unknown;
  reset(widget: unknown): void;
  remove(widget: unknown): void;
};

declare global {
  interface Window {
    turnstile?: Provider;
    hcaptcha?: Provider;
    onCaptchaReady?: () => void;
    takeCaptchaToken?: () => string;
  }
}

/** Renders the provider's widget, and holds each form that Auth checks until it has a single-use token. Without an email, none needs it. */
function guardForms(pages: RegExp): void {
  if (window.takeCaptchaToken) return;
  let slot: HTMLElement | null | undefined;
  let api: Provider | undefined;
  let widget: unknown;
  let token = '';
  let drawnTheme = '';
  const root = document.documentElement;
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const readTheme = () => root.dataset.theme || (scheme.matches ? 'dark' : 'light');
  let waiting: { form: HTMLFormElement; button: HTMLElement | null } | undefined;
  let loading = false;
  let sending: EventTarget | null | undefined;
  const needsToken = (form: unknown): form is HTMLFormElement =>
    form instanceof HTMLFormElement &&
    !!form.querySelector('[name=email]') &&
    !form.querySelector('[name=code]');
  const showMessage = (name: string) => {
    const words = slot?.querySelector<HTMLElement>('[data-captcha-words]');
    if (!slot || !words) return;
    words.textContent = name ? (slot.dataset[name] ?? '') : '';
    words.hidden = !name;
  };
  const resetWidget = () => {
    token = '';
    // A solved one has kept its theme until here.
    if (drawnTheme !== readTheme()) renderWidget();
    else if (widget !== undefined) api?.reset(widget);
  };
  const takeToken = () => {
    const taken = token;
    // Waits until the form that takes the token has been read.
    if (taken) setTimeout(resetWidget);
    token = '';
    return taken;
  };
  // A page keeps its first document's policy, which may not allow the provider's frame, so it is loaded again: once per path, until a
  // document had a captcha; each time if the browser can't remember that.
  const reloadedFor = 'captcha-reloaded-for';
  const [loaded] = performance.getEntriesByType('navigation');
  const loadedAs = loaded ? new URL(loaded.name).pathname : '';
  const reload = () => {
    try {
      if (sessionStorage.getItem(reloadedFor) === location.pathname) return false;
      sessionStorage.setItem(reloadedFor, location.pathname);
    } catch {
      /* nothing can be kept */
    }
    location.reload();
    return true;
  };
  /** Checked before anything is typed that a reload would lose. */
  const lacksPolicy = () => {
    if (!loadedAs) return false;
    if (!pages.test(loadedAs)) return pages.test(location.pathname) && reload();
    try {
      sessionStorage.removeItem(reloadedFor);
    } catch {
      /* nothing was kept */
    }
    return false;
  };
  const receiveToken = (given: string) => {
    token = given;
    showMessage('');
    if (!waiting) return;
    const { form, button } = waiting;
    waiting = undefined;
    if (form.isConnected) form.requestSubmit(button?.isConnected ? button : undefined);
  };
  const clearToken = (why: string) => {
    token = '';
    showMessage(why);
    return true;
  };
  const renderWidget = () => {
    const place = slot?.querySelector('[data-captcha-place]');
    if (!slot || !api || !place) return;
    drawnTheme = readTheme();
    const isWide = place.clientWidth >= 303;
    token = '';
    if (widget !== undefined)
      try {
        api.remove(widget);
      } catch {
        // Already removed with its page.
      }
    widget = api.render(place, {
      sitekey: slot.dataset.siteKey,
      theme: drawnTheme,
      size:
        slot.dataset.captcha === 'turnstile'
          ? isWide
            ? 'flexible'
            : 'compact'
          : isWide
            ? 'normal'
            : 'compact',
      callback: receiveToken,
      'expired-callback': () => clearToken('expired'),
      'chalexpired-callback': () => clearToken('expired'),
      'timeout-callback': () => clearToken('expired'),
      'error-callback': () => clearToken('unloaded'),
      'response-field': false,
    });
  };
  const loadScript = (place: HTMLElement) => {
    loading = true;
    const ready = () => {
      api = window[place.dataset.captcha as 'turnstile' | 'hcaptcha'];
      if (!api) return clearToken('unloaded');
      renderWidget();
    };
    const script = document.createElement('script');
    window.onCaptchaReady = ready;
    script.src = `${place.dataset.script}&onload=onCaptchaReady`;
    script.async = true;
    script.onerror = () => {
      loading = false;
      clearToken('unloaded');
    };
    document.head.append(script);
  };
  // Pages change without a load: the place may be a new one.
  const findSlot = () => {
    const found = document.querySelector<HTMLElement>('[data-captcha]');
    if (found === slot) return;
    slot = found;
    waiting = undefined;
    if (!slot || lacksPolicy()) return;
    if (api) renderWidget();
    else if (!loading) loadScript(slot);
  };
  addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      sending = undefined;
      // The button `Use a password` only leads to the password.
      const isStep = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'password';
      if (!slot || !needsToken(form)) return;
      if (isStep) {
        if (waiting) showMessage('');
        waiting = undefined;
        return;
      }
      if (token) {
        sending = form;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting = { form, button: event.submitter };
      if (!api && !loading) loadScript(slot);
      showMessage('waiting');
      const words = slot.querySelector<HTMLElement>('[data-captcha-words]');
      words?.focus();
      words?.scrollIntoView({ block: 'center' });
    },
    true,
  );
  addEventListener(
    'formdata',
    (event) => {
      if (event.target !== sending) return;
      sending = undefined;
      event.formData.set('captcha_token', takeToken());
    },
    true,
  );
  // Documents from before the site had its captcha lack the policy too. Only for the provider's frame, not extensions': a reload loses
  // input.
  const isOfProvider = (address: string, script = '') => {
    const siteOf = (url: URL) => `${url.hostname.split('.').slice(-2).join('.')}:${url.port}`;
    return URL.canParse(address) && siteOf(new URL(address)) === siteOf(new URL(script));
  };
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition, blockedURI }) => {
    if (!slot || effectiveDirective !== 'frame-src' || disposition !== 'enforce') return;
    if (loadedAs && loadedAs !== location.pathname && isOfProvider(blockedURI, slot.dataset.script)) reload();
  });
  window.takeCaptchaToken = takeToken;
  findSlot();
  new MutationObserver(findSlot).observe(document.body, { childList: true, subtree: true });
  // A widget keeps the theme that it was drawn in. A solved one stays.
  const followTheme = () => token || drawnTheme === readTheme() || renderWidget();
  scheme.addEventListener('change', followTheme);
  new MutationObserver(followTheme).observe(root, { attributeFilter: ['data-theme'] });
}

export default `'use strict';(${guardForms})(${captchaPages});`;
