/**
 * Against pages that talk to a service on the visitor's own machine or network (DNS rebinding): a browser says from where
 * it asks and for whom, and both must be us (Model Context Protocol, "Transports", security warning). Programs send no
 * `Origin`.
 */
import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Why a request is refused, in words; undefined when it is not. */
export function refusedFor({ host, origin }: IncomingHttpHeaders, publicUrl: string): string | undefined {
  const own = new URL(publicUrl).hostname
  const isOurs = (name: string | undefined) => name !== undefined && (name === own || LOOPBACK.has(name))
  if (!isOurs(hostnameOf(`http://${host ?? ''}`))) return 'This host is not served here.'
  if (origin !== undefined && !isOurs(hostnameOf(origin))) return 'Requests of this origin are not taken.'
  return undefined
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
