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
  /** The relying party's ID: the domain that passkeys are for. */
  rpId: string;
  /** Allowed origins: scheme, host and port. */
  origins: string[];
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Passkeys of the site as it is opened here. No browser makes one for an address in numbers, so a site on this machine has them
 * on localhost, however else its address is written.
 * @param rpId in place of the site's own, to set it wrong.
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
