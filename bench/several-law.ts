/** Which requests may fail while a process of the installation is down, for `npm run test:several`. */
import type { FailedRequest } from './several-clients.ts'

/** Outcomes of requests while a process of a service is down. */
export const ALLOWED: Readonly<Record<string, (failed: FailedRequest) => boolean>> = {
  // nginx doesn't repeat a request that the server may have processed.
  server: ({ outcome }) => outcome === 502,
  worker: () => false,
  postgres: ({ outcome }) => outcome === 503,
  redis: () => false,
  files: ({ kind, outcome }) => kind === 'upload' && outcome === 503,
  proxy: ({ outcome, kind }) => outcome === 'broken' || (kind === 'upload' && outcome === 503),
}

export interface Kill {
  readonly name: string
  readonly service: string
  readonly from: number
  readonly to: number
  /** Seconds from the start of the new process until requests of every kind succeed. */
  readonly recovery: number
}

/** @returns a sentence for each failed request that no kill explains */
export function findUnexplained(failed: readonly FailedRequest[], kills: readonly Kill[]): string[] {
  return failed.flatMap((request) => {
    const meets = kills.filter(({ from, to }) => request.from < to && request.to > from)
    if (meets.some(({ service }) => ALLOWED[service]?.(request) === true)) return []
    const names = meets.map(({ name }) => name).join(', ') || 'nothing'
    return [`${request.kind}: ${request.outcome} while ${names} was down (${request.detail})`]
  })
}
