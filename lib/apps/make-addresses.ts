/** A library that an app may use. */
export type Library = {
  id: string;
  label: string;
  isPublic: boolean;
  /** Where its code expects people to return. `{app}` is the app's address; null if only the developer knows it. */
  redirectUri: string | null;
  /** Runs at a service, never at an address of the developer's machine. */
  isElsewhere: boolean;
};

/** The addresses that the code for a library needs. @param homes the app's addresses, such as a developer's machine and the public one */
export function makeAddresses(
  { redirectUri, isPublic }: Pick<Library, 'redirectUri' | 'isPublic'>,
  homes: string[],
) {
  // A server's code answers at the root of its host. A page may be below it.
  const end = isPublic ? /\/*$/ : /(?<!^https?:\/?)\/.*$/;
  const at = (template: string) => [
    ...new Set(homes.map((home) => template.replace('{app}', () => home.replace(end, '')))),
  ];
  if (redirectUri === null) return { redirectUris: [], signOutUris: [] };
  return { redirectUris: at(redirectUri), signOutUris: at('{app}/') };
}

/** @returns the lines with text, without spaces around it. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
