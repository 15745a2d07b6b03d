import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/**
 * Lets a server that was asked to end do so as soon as its last answer is out. Node itself would wait for the
 * connections that were busy at that moment until they have been idle for a minute.
 */
export function endConnectionsWithServer(): void {
  subscribe('http.server.response.finish', (message) => {
    const { server } = message as { server: Server };
    // The connection counts as idle only after this event.
    if (!server.listening) setImmediate(() => server.closeIdleConnections());
  });
}
