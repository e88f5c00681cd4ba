// The certificate of the site's public address, for the doctor.

import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Probes } from '#server/operating/probes.ts';

/**
 * The days of the certificate that is shown at an address; nothing else is asked there, and whether browsers accept it is not
 * looked at: an ended one has its days as well.
 * @param publicUrl without a trailing slash
 * @param timeoutMs for the whole handshake, in milliseconds
 * @throws when no TLS is spoken there
 */
export async function certificateOf(publicUrl: string, timeoutMs: number): ReturnType<Probes['certificate']> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    return { from: new Date(from), to: new Date(to) };
  } finally {
    socket.destroy();
  }
}
