const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity);
}

/** The text of an HTML-only email, one block per line. */
export function readTextOfHtml(html: string): string {
  const words = html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|h\d|div|li|tr)\s*>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  return unescapeHtml(words)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** An email's first link, or null. Always http or https. */
export function findLink(text: string, html: string | null): string | null {
  const inHtml =
    html === null ? undefined : /<a\b[^>]*\bhref\s*=\s*["'](https?:\/\/[^"']+)["']/i.exec(html)?.[1];
  const link = inHtml === undefined ? /https?:\/\/[^\s<>"']+/i.exec(text)?.[0] : unescapeHtml(inHtml);
  return link !== undefined && URL.canParse(link) ? link : null;
}

/** The first standalone number of 6 to 10 digits outside links, or null. */
export function findCode(text: string): string | null {
  const withoutLinks = text.replace(/https?:\/\/\S+/gi, '');
  return /(?<![\w-])\d{6,10}(?![\w-])/.exec(withoutLinks)?.[0] ?? null;
}
