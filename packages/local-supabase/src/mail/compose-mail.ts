import type { MailTemplate } from '../core/config.ts';

/** The variables of Supabase's Go templates that the local backend knows. */
interface TemplateVariables {
  SiteURL: string;
  ConfirmationURL: string;
  RedirectTo: string;
  Token: string;
  TokenHash: string;
  Email: string;
  NewEmail: string;
}

/**
 * Fills a template in, escaping every value for where it stands, as Go's html/template does: for HTML, and for a
 * query right after a `=` of an address that is opened, or where `| urlquery` asks for it. Throws on a variable that is not
 * known.
 */
export function composeMail(template: MailTemplate, variables: TemplateVariables): string {
  return template.html.replace(
    /([?&;]\w+=)?\{\{\s*\.(\w+)(\s*\|\s*urlquery)?\s*\}\}/g,
    (_, parameter: string | undefined, name: string, isQuery: string | undefined) => {
      if (!isKnown(name, variables))
        throw new Error(`An email template uses {{ .${name} }}, which is not known.`);
      const value = variables[name];
      const filled = parameter || isQuery ? encodeURIComponent(value) : escapeHtml(value);
      return (parameter ?? '') + filled;
    },
  );
}

function isKnown(name: string, variables: TemplateVariables): name is keyof TemplateVariables {
  return Object.hasOwn(variables, name);
}

/** Makes text safe inside an element and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
