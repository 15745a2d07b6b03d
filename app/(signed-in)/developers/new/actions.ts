'use server';

import { drawRegistered } from '@/app/(signed-in)/developers/quickstart';
import { actingDeveloper, check, readLogo } from '@/app/(signed-in)/developers/registration';
import { RegisterClient } from '@/lib/apps/app-schemas';
import { makeAddresses } from '@/lib/apps/make-addresses';
import { listOwnClients, registerOwnClient } from '@/lib/apps/own-clients';
import { libraries, listRecipes } from '@/lib/apps/recipe';
import { readDevice } from '@/lib/device';
import { environment } from '@/lib/env';
import { action } from '@/lib/forms/action';
import { fail } from '@/lib/result';

export const registerClientAction = action(RegisterClient, async ({ library, homes, logo, ...typed }) => {
  const acting = await actingDeveloper();
  if (!acting.ok) return acting;
  const chosen = libraries.find(({ id }) => id === library);
  if (!chosen) return fail('request.unexpected');
  // Scripts fill the addresses in; without scripts, this does.
  const given = typed.redirectUris.length > 0 ? typed : { ...typed, ...makeAddresses(chosen, homes) };
  if (typed.signOutUris.length > 0) given.signOutUris = typed.signOutUris;
  const isConfidential = !chosen.isPublic;
  const checked = check({ ...given, isConfidential });
  if (!checked.ok) return checked;
  const drawn = await readLogo(logo);
  if (!drawn.ok) return drawn;
  const registration = { ...checked.registration, ...(drawn.logo && { logo: drawn.logo }) };
  const made = await registerOwnClient(acting.viewer, registration, await readDevice());
  if (!made.ok) return made;
  const { clientId, secret } = made;
  const recipes = listRecipes({ ...given, clientId, isConfidential }, environment().siteUrl);
  const env = recipes.find(({ id }) => id === library)?.env ?? '';
  const listed = await listOwnClients(acting.viewer);
  const client = listed.ok && listed.clients.find((one) => one.clientId === clientId);
  return {
    ok: true,
    made: { clientId, secret: secret ?? '', env },
    ...(client && { draw: () => drawRegistered(client, secret, library) }),
  };
});
