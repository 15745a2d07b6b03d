/** @param place a host with its port, or an installed app's scheme with its colon, in which no host ends. */
export function describePlace(place: string): string {
  return isOnDevice(place) ? `an app on this device (${place.slice(0, -1)})` : place;
}

/** The root of an app's host; null for an installed app. Only a host on the user's own machine may lack https. */
export function rootOfPlace(place: string): string | null {
  if (isOnDevice(place)) return null;
  return `http${/^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(place) ? '' : 's'}://${place}/`;
}

/** Whether `describePlace` wrote this for an installed app. No host has spaces. */
export function isAppOnDevice(described: string): boolean {
  return described.startsWith('an app on this device ');
}

/** Names an app in a sentence. Its name is quoted because its developer chose it; its place identifies it. */
export function nameAppAt(app: string, place: string | undefined): string {
  if (!place) return `the app “${app}”`;
  return isOnDevice(place)
    ? `the installed app “${app}” (${place.slice(0, -1)})`
    : `the app “${app}” (${place})`;
}

const isOnDevice = (place: string) => place.endsWith(':');
