import { earlyPressErrors } from '../../lib/errors/early-press.ts';

declare global {
  interface Window {
    holdsPresses?: boolean;
  }
}

/**
 * Blocks accidental presses of a `HeldButton`. Runs before the page's own scripts; every page's policy allows it by hash (`middleware.ts`).
 * An attacker's page can bring this page under the pointer between the two presses of a double-click. So a held button ignores presses
 * until its page has been visible, focused and unmoved for 0.7 seconds, longer than a double-click (0.5 s by default). It blocks `click`,
 * which the mouse, keys, assistive technology and Enter all send at a press's end. A blocked press restarts the wait.
 * The page moves when its window does, and on navigation to a fragment, even to the current one, which only the Navigation API reports.
 * An attacker has no other way to move a target under the pointer, so other scrolling doesn't restart the wait.
 * Only this script sets `aria-disabled` on held buttons.
 */
function holdPresses(words: string): void {
  // `hasOwn`, because an element with this id would also be found as `window.holdsPresses`, and would switch the guard off.
  if (Object.hasOwn(window, 'holdsPresses')) return;
  window.holdsPresses = true;
  const waitInMilliseconds = 700;
  const lookEvery = 100;
  const wordsShownFor = 6000;
  const gap = 8;
  const edge = 16;
  let isHeld = true;
  let beganHeld = false;
  let begunAt = performance.now();
  let place = '';
  let looking: ReturnType<typeof setInterval> | undefined;
  let saying: ReturnType<typeof setTimeout> | undefined;
  const region = document.createElement('p');
  region.dataset.heldWords = '';
  // Not `role=status`: pages have a status of their own, and a second one would be confused with it.
  region.setAttribute('aria-live', 'polite');
  region.className =
    'pointer-events-none absolute top-0 left-0 z-20 w-max max-w-[min(356px,calc(100vw-32px))] rounded-card bg-surface not-empty:border not-empty:border-hairline not-empty:px-3.5 not-empty:py-3 not-empty:shadow-lifted print:hidden';
  const findPlace = () => [screenX, screenY, outerWidth, outerHeight].join();
  const findHeld = () => [...document.querySelectorAll<HTMLElement>('[data-held]')];
  const draw = () => {
    for (const button of findHeld())
      button.setAttribute('aria-disabled', String(isHeld || button.dataset.held === 'busy'));
  };
  const begin = () => {
    begunAt = performance.now();
    place = findPlace();
    isHeld = true;
    draw();
  };
  const look = () => {
    const isInFront = document.visibilityState === 'visible' && document.hasFocus();
    if (!isInFront || findPlace() !== place) return begin();
    if (!isHeld || performance.now() - begunAt < waitInMilliseconds) return;
    isHeld = false;
    draw();
  };
  // A button that appears, one in an element that opens, and one under a dialog that closes have moved under the pointer as well.
  const hasMoved = ({ attributeName, target }: MutationRecord) =>
    attributeName === 'open' &&
    target instanceof HTMLElement &&
    (target.hasAttribute('open') ? target.querySelector('[data-held]') : target instanceof HTMLDialogElement);
  const notice = (changes: MutationRecord[]) => {
    const held = findHeld();
    if (changes.some(hasMoved) || held.some((button) => !button.hasAttribute('aria-disabled'))) begin();
    else draw();
    if (held.length === 0) {
      clearInterval(looking);
      looking = undefined;
    } else {
      looking ??= setInterval(look, lookEvery);
      // Inserted before its words, or screen readers wouldn't say them. React leaves it alone. With a dialog open, only
      // the dialog's content is visible and read aloud.
      const host =
        held.findLast((button) => button.closest('dialog[open]'))?.closest('dialog') ?? document.body;
      if (region.parentElement !== host) host.append(region);
    }
  };
  // Below the buttons that stand together, or above this one where the window ends: nothing moves, and no button is covered.
  const putAt = (button: HTMLElement) => {
    const { left, top } = button.getBoundingClientRect();
    const { bottom } = (button.parentElement ?? button).getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = region;
    const host = region.parentElement ?? document.body;
    const isInDialog = host !== document.body;
    const around = host.getBoundingClientRect();
    const room = (isInDialog ? around.right : document.documentElement.clientWidth) - width - edge;
    const below = bottom + gap;
    const isBelow = below + height <= (isInDialog ? around.bottom : innerHeight);
    const [fromLeft = 0, fromTop = 0] = isInDialog
      ? [host.scrollLeft - around.left, host.scrollTop - around.top]
      : [scrollX, scrollY];
    region.style.left = `${Math.max(edge, Math.min(left, room)) + fromLeft}px`;
    region.style.top = `${(isBelow ? below : top - gap - height) + fromTop}px`;
  };
  const say = (button: HTMLElement | null) => {
    region.textContent = button ? words : '';
    clearTimeout(saying);
    if (!button) return;
    putAt(button);
    saying = setTimeout(say, wordsShownFor, null);
  };
  const start = (event: Event) => {
    if (event instanceof KeyboardEvent && event.repeat) return;
    look();
    beganHeld = isHeld;
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, true);
  addEventListener(
    'click',
    (event) => {
      const { target } = event;
      look();
      const isTooSoon = isHeld || beganHeld;
      beganHeld = false;
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-held]') : null;
      if (!button) return;
      if (isTooSoon) {
        event.preventDefault();
        event.stopImmediatePropagation();
        begin();
      }
      say(isTooSoon ? button : null);
    },
    true,
  );
  for (const type of ['blur', 'focus', 'hashchange']) addEventListener(type, begin);
  document.addEventListener('visibilitychange', begin);
  // The site's own change of the address scrolls nothing.
  let isWriting = false;
  for (const name of ['pushState', 'replaceState'] as const) {
    const write = history[name];
    history[name] = function (this: History, ...given) {
      isWriting = true;
      try {
        return write.apply(this, given);
      } finally {
        isWriting = false;
      }
    };
  }
  window.navigation?.addEventListener('navigate', ({ destination }) => {
    // An empty one leads to the top.
    if (!isWriting && destination.sameDocument && destination.url.includes('#')) begin();
  });
  // Out of the browser's memory, after the way back.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) begin();
  });
  new MutationObserver(notice).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-held', 'open'],
  });
}

const { title, hint } = earlyPressErrors['request.too_soon'];

export default `'use strict';(${holdPresses})(${JSON.stringify(`${title} ${hint}`)});`;
