/** Time that passes only by waiting, and requests that carry it. */
import type { PublicFetch } from '../core/public-fetch.ts'
import type { Pace } from '../features/moves/vendor-moves/index.ts'

export interface SimulatedPace {
  readonly pace: Pace
  /** Sends requests with the simulated time, which stand-ins read. */
  stamped(fetchPublic: PublicFetch): PublicFetch
}

export function createSimulatedPace(start: number): SimulatedPace {
  let now = start
  const pace: Pace = {
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      now += ms
    },
  }
  return {
    pace,
    stamped: (fetchPublic) =>
      Object.assign(
        (url: string, request: Parameters<PublicFetch>[1] = {}) =>
          fetchPublic(url, { ...request, headers: { ...request.headers, 'x-simulated-time': String(now) } }),
        { refusalOf: fetchPublic.refusalOf.bind(fetchPublic) },
      ),
  }
}
