import { z } from 'zod';

/** `[auth.passkey]` and `[auth.webauthn]` of config.toml. */
export const PasskeyConfig = z.object({ enabled: z.boolean() });
export const WebauthnConfig = z.object({
  rp_display_name: z.string().min(1),
  rp_id: z.string().min(1),
  rp_origins: z.array(z.url()).min(1),
});

export interface PasskeySettings {
  isOn: boolean;
  siteName: string;
  /** The relying party ID: the domain that passkeys are bound to. */
  rpId: string;
  origins: string[];
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Passkey settings of the local site. Browsers create no passkeys for IP addresses, so any loopback address uses localhost.
 * @param rpId replaces the site's relying party ID, to test a wrong one
 */
export function readPasskeys(given: {
  siteUrl: string;
  siteName: string;
  isOn: boolean;
  rpId: string | undefined;
}): PasskeySettings {
  const site = new URL(given.siteUrl);
  const isLoopback = loopbackHosts.includes(site.hostname);
  if (isLoopback) site.hostname = 'localhost';
  return {
    isOn: given.isOn,
    siteName: given.siteName,
    rpId: given.rpId ?? site.hostname,
    origins: [site.origin],
  };
}
