/** The look of the app in system fonts, since this page is not part of it. */
export const mailboxStyle = `
:root { --paper: #FAF8F3; --ink: #1B1D22; --muted: #5B5C57; --sunken: #F1EEE6; --hairline: #DDD8CB; --focus: #1D4FB8; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #121413; --ink: #EDEBE4; --muted: #A5A8A0; --sunken: #0C0E0D; --hairline: #2F3431; --focus: #93B4FF; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/22px system-ui, sans-serif; }
main { max-width: 640px; margin: 0 auto; padding: 32px 16px; overflow-wrap: anywhere; }
h1 { font: 28px/34px Georgia, 'Times New Roman', serif; margin: 0 0 8px; }
h2 { font-size: 18px; line-height: 26px; margin: 0; }
ol { list-style: none; margin: 24px 0 0; padding: 0; }
li { border-top: 1px solid var(--hairline); padding: 16px 0; }
p { margin: 4px 0 12px; }
.muted { color: var(--muted); }
.code { font: 600 24px/32px ui-monospace, Menlo, Consolas, monospace; letter-spacing: 2px; }
.code .muted { font: 15px/22px system-ui, sans-serif; letter-spacing: 0; }
.button { display: inline-block; min-height: 44px; padding: 11px 20px; border-radius: 6px; background: var(--ink); color: var(--paper); text-decoration: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
summary { display: inline-block; padding: 11px 0; cursor: pointer; color: var(--muted); text-decoration: underline; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
iframe { width: 100%; height: 420px; border: 1px solid var(--hairline); border-radius: 10px; background: var(--paper); }
pre { white-space: pre-wrap; padding: 16px; border-radius: 10px; background: var(--sunken); font: 15px/22px ui-monospace, Menlo, Consolas, monospace; }
`;
