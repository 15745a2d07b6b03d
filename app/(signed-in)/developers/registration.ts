import 'server-only';
import { checkRegistration, type GivenRegistration, isLocalSite } from '@/lib/apps/check-registration';
import { cleanLogo, largestLogoInBytes } from '@/lib/apps/clean-logo';
import { environment } from '@/lib/env';
import { fail, type Result } from '@/lib/result';
import { actingViewer, type Viewer } from '@/lib/session/viewer';

/** Whether the site runs on the developer's own machine, so that apps there may have a secret. */
export function isOnThisMachine(): boolean {
  const { embedded, siteUrl } = environment();
  return embedded || isLocalSite(siteUrl);
}

export async function actingDeveloper(): Promise<Result<{ viewer: Viewer }>> {
  return environment().hasDeveloperApps ? actingViewer() : fail('app.off');
}

export function check(given: GivenRegistration) {
  const { branding, siteUrl } = environment();
  return checkRegistration(given, {
    siteName: branding.siteName,
    isLocal: isOnThisMachine(),
    siteUrl,
  });
}

/** @returns the PNG in base64, or null if no file was chosen. */
export async function readLogo(file: File | undefined): Promise<Result<{ logo: string | null }>> {
  if (!file) return { ok: true, logo: null };
  const picture =
    file.size <= largestLogoInBytes ? cleanLogo(new Uint8Array(await file.arrayBuffer())) : null;
  if (!picture) return fail('app.logo_invalid', { fields: { logo: 'app.logo_invalid' } });
  return { ok: true, logo: Buffer.from(picture).toString('base64') };
}
