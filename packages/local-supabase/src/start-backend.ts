import { createRaces } from './auth/races.ts';
import { createAuthApp } from './auth/routes/auth-app.ts';
import { loadSigningKeys } from './auth/signing-keys.ts';
import { createCaptcha } from './core/captcha.ts';
import { type ApiKeys, openDataFolder } from './core/data-folder.ts';
import type { Database } from './core/database.ts';
import { migrateProject, openProjectDatabase } from './core/project-database.ts';
import type { Settings } from './core/settings.ts';
import { createGateway } from './gateway.ts';
import { openHttpPort } from './http-port.ts';
import { createMailServer } from './mail/mail-server.ts';
import { answerMailbox, keepMail } from './mail/mailbox.ts';
import { openSmtpPort } from './mail/smtp-port.ts';
import { openRest } from './rest.ts';

export interface Backend {
  url: string;
  smtpPort: number;
  apiKeys: ApiKeys;
  close(): Promise<void>;
}

export type Prepare = (database: Database, migrationsFolder: string) => Promise<void>;

/**
 * Starts the parts in order of cost, so that likely failures come first: the folder's lock, the ports, the database.
 * Throws StartFailure with one line; parts that were already open are closed.
 */
export async function startBackend(settings: Settings, prepare?: Prepare): Promise<Backend> {
  const closers: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    const folder = openDataFolder(settings.dataFolder);
    closers.push(folder.release);
    const httpPort = await openHttpPort(settings.port);
    closers.push(httpPort.close);
    const smtpPort = await openSmtpPort(settings.smtpPort);
    closers.push(smtpPort.close);

    const database = await openProjectDatabase(folder.postgresFolder);
    closers.push(database.close);
    folder.markReady();
    if (settings.migrationsFolder) {
      await prepare?.(database, settings.migrationsFolder);
      await migrateProject(database, settings.migrationsFolder);
    }

    const mailServer = createMailServer(settings.mailServer);
    closers.push(mailServer.close);
    const captcha = settings.captcha && createCaptcha(settings.captcha);
    const url = `http://127.0.0.1:${httpPort.port}`;
    const issuer = `${url}/auth/v1`;
    const signingKeys = await loadSigningKeys(database, issuer);
    const auth = createAuthApp({
      issuer,
      settings: settings.auth,
      templates: settings.templates,
      database,
      signingKeys,
      mailServer,
      captcha,
      races: createRaces(settings.auth.races),
    });
    const rest = await openRest(database, settings.restSchemas);
    smtpPort.deliverTo((mail) => keepMail(database, mail));
    httpPort.serve(
      createGateway({
        port: httpPort.port,
        apiKeys: folder.apiKeys,
        auth,
        rest,
        signingKeys,
        mailbox: (request) => answerMailbox(database, request),
        mailServer,
        captcha,
      }),
    );
    return { url, smtpPort: smtpPort.port, apiKeys: folder.apiKeys, close };
  } catch (error) {
    await close();
    throw error;
  }
}
