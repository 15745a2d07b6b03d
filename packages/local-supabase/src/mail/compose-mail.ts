import type { MailTemplate } from '../core/config.ts';

/** The supported variables of Supabase's Go templates. */
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
 * Fills in a template and escapes each value for its context, as Go's html/template does: for HTML, and for a query after
 * the `=` of a parameter or with `| urlquery`. Throws on an unknown variable.
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

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
