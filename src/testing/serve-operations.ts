/** Operations of a test's own on a socket, with what is logged of them. */

import { EventEmitter, once } from 'node:events'
import type { App } from '../app.ts'
import type { Log } from '../core/log.ts'
import type { AnyOperation } from '../core/operation.ts'
import { closeAfterTests } from './close-after-tests.ts'
import { type HttpAppOptions, openDoor } from './open-http-app.ts'
import type { Caller } from './world.ts'

export interface Served {
  /** With `/v2`. */
  readonly url: string
  /** Everything that was logged, oldest first; a test may empty it. */
  readonly logged: Logged[]
  /** The newest entry that is wanted, as soon as it is logged. */
  untilLogged(isWanted: (entry: Logged) => boolean): Promise<Logged>
  post(caller: Caller | undefined, path: string, body: unknown, more?: PostOptions): Promise<Response>
  close(): Promise<void>
}

export interface PostOptions {
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

export interface Logged {
  readonly level: keyof Log
  readonly fields: Record<string, unknown>
  readonly message: string
}

/** Closed by itself after the test file. */
export async function serveOperations(
  app: App,
  operations: readonly AnyOperation[],
  options: Pick<HttpAppOptions, 'stopSeconds' | 'largeBodies'> = {},
): Promise<Served> {
  const logged: Logged[] = []
  const arrivals = new EventEmitter()
  const door = await openDoor(app, operations, { ...options, log: keepingLog(logged, () => arrivals.emit('entry')) })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= door.close()
    return closed
  }
  closeAfterTests(() => {
    // Answers that a test left half-read would be waited for.
    door.hangUp()
    return close()
  })
  return {
    url: door.url,
    logged,
    async untilLogged(isWanted) {
      for (;;) {
        const found = logged.findLast(isWanted)
        if (found !== undefined) return found
        await once(arrivals, 'entry')
      }
    },
    close,
    post: (caller, path, body, { headers, signal } = {}) =>
      fetch(door.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(caller === undefined ? {} : { authorization: caller.key }),
          ...headers,
        },
        body: JSON.stringify(body),
        signal: signal ?? null,
      }),
  }
}

function keepingLog(kept: Logged[], arrived: () => void): Log {
  const keep =
    (level: keyof Log) =>
    (fields: unknown, message = '') => {
      kept.push({ level, fields: fields as Record<string, unknown>, message })
      arrived()
    }
  return { info: keep('info'), warn: keep('warn'), error: keep('error'), debug: keep('debug') } as unknown as Log
}
