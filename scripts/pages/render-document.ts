import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import markdownIt from 'markdown-it';
import { inProject } from '../project-folder.ts';

/** Documents for developers of apps, with their paths on the site. */
const paths: Record<string, string> = {
  'docs/apps.md': '/developers/docs/apps',
  'docs/api.md': '/developers/docs/api',
  'packages/countersign/README.md': '/developers/docs/package',
  'packages/countersign': '/developers/docs/package',
};

/** Escapes HTML. Links lead to these documents or other sites; others, such as to code, become text. @param address a file URL */
export function renderDocument(source: string, address: string): { title: string; html: string } {
  const markdown = markdownIt();
  const { rules } = markdown.renderer;
  // Wide parts take the focus, so that a keyboard can scroll them.
  rules.fence = (tokens, index) =>
    `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;
  rules.table_open = () => '<div tabindex="0"><table>';
  rules.table_close = () => '</table></div>';
  const tokens = markdown.parse(source.replace(/<!--.*?-->\n/gs, ''), {});
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''));
    let isDropped = false;
    for (const child of token.children ?? []) {
      if (child.type === 'image') child.attrSet('src', readPicture(String(child.attrGet('src')), address));
      if (child.type === 'link_open') {
        const href = findAddress(String(child.attrGet('href')), address);
        isDropped = href === null;
        if (href) child.attrSet('href', href);
      }
      if (child.type.startsWith('link_')) child.hidden = isDropped;
    }
  }
  return { title: tokens[1]?.content ?? '', html: markdown.renderer.render(tokens, markdown.options, {}) };
}

function readPicture(path: string, address: string): string {
  return `data:image/svg+xml;base64,${readFileSync(fileURLToPath(new URL(path, address))).toString('base64')}`;
}

function findAddress(href: string, address: string): string | null {
  const url = new URL(href, address);
  if (url.protocol === 'https:') return url.href;
  const project = pathToFileURL(inProject()).href;
  const path = paths[`file://${url.pathname}`.slice(project.length + 1)];
  return url.protocol === 'file:' && path ? path + url.hash : null;
}

/** As on GitHub. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
