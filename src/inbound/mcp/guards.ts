/**
 * Protects against DNS rebinding: a web page could call a service on the user's own machine or network. Browsers send
 * the host and the origin of a request, and both must be Parley's (Model Context Protocol, "Transports", security
 * warning). Other clients send no `Origin`.
 */
import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reason to reject a request, or undefined. */
export function refusedFor({ host, origin }: IncomingHttpHeaders, publicUrl: string): string | undefined {
  const own = new URL(publicUrl).hostname
  const isOurs = (name: string | undefined) => name !== undefined && (name === own || LOOPBACK.has(name))
  if (!isOurs(parseHostname(`http://${host ?? ''}`)))
    return "The Host header doesn't match the public URL of this server."
  if (origin !== undefined && !isOurs(parseHostname(origin)))
    return "The Origin header doesn't match the public URL of this server."
  return undefined
}

function parseHostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
