/**
 * Names an app's place for people.
 * @param place its host with its port; or an installed app's scheme with its colon, which no host ends in, so that none
 * passes for a host.
 */
export function describePlace(place: string): string {
  return isOnDevice(place) ? `an app on this device (${place.slice(0, -1)})` : place;
}

/** Whether that is what `describePlace` made of an installed app: no host has spaces. */
export function isAppOnDevice(described: string): boolean {
  return described.startsWith('an app on this device ');
}

/** An app in a sentence. Its name is in quotes, because someone chose it; its place says whose it is. */
export function nameAppAt(app: string, place: string | undefined): string {
  if (!place) return `the app “${app}”`;
  return isOnDevice(place)
    ? `the installed app “${app}” (${place.slice(0, -1)})`
    : `the app “${app}” (${place})`;
}

const isOnDevice = (place: string) => place.endsWith(':');
