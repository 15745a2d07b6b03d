type LockedPackage = {
  version?: string | undefined;
  integrity?: string | undefined;
  optional?: boolean | undefined;
  extraneous?: boolean | undefined;
};

/** The part of a package-lock.json that is looked at. */
export type LockFile = { packages?: Record<string, LockedPackage> };

/**
 * Compares package-lock.json with npm's own record of what it installed, `node_modules/.package-lock.json`, which
 * npm writes last. So an interrupted installation does not count, and `npm install something` needs no second one.
 * Only optional packages, most of them for other platforms, and what npm itself calls extraneous may be absent.
 */
export function isInstalled(wanted: LockFile, installed: LockFile): boolean {
  const present = installed.packages ?? {};
  const locked = Object.entries(wanted.packages ?? {}).filter(([path]) => path !== '');
  const paths = new Set(locked.map(([path]) => path));
  const matches = locked.every(([path, entry]) => {
    const found = present[path];
    if (!found) return entry.optional === true || entry.extraneous === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
  return matches && Object.keys(present).every((path) => paths.has(path));
}
