/**
 * Requests counted in Redis, by all processes together: a script there decides and counts in one step. A connection
 * that breaks is made again, and so is one that has been silent for too long.
 */
import { createHash } from 'node:crypto'
import type { RedisClientType } from 'redis'
import type { Secret } from '../core/config.ts'
import { within } from '../core/limiter.ts'
import { FORGOTTEN_MS, forWindows, type LimitsStore, WINDOWS } from '../core/limits.ts'
import type { Log } from '../core/log.ts'

/** Longest wait for an answer; Redis on the same network takes one or two. */
const PATIENCE_MS = 100
/** A connection that has not answered for so long is given up for another: its other end may be gone without a word. */
const SILENCE_MS = 2_000
const RECONNECT_MS_MAX = 2_000
const CONNECT_MS_MAX = 1_000

/** KEYS: the identity's. ARGV: now or '', then of each window its limit and its milliseconds. */
const SCRIPT = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local fields = {${WINDOWS.map(({ name }) => `'${name}_start', '${name}_count'`).join(', ')}}
local kept = redis.call('HMGET', KEYS[1], unpack(fields))
local admitted, windows = true, {}
for i = 1, ${WINDOWS.length} do
  local limit, length = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  local start = tonumber(kept[2 * i - 1] or now)
  local window = { start = math.min(start, now), length = length, runs = now - start < length, used = 0 }
  if window.runs then window.used = tonumber(kept[2 * i] or 0) end
  if window.used >= limit then admitted = false end
  windows[i] = window
end
local answer = { admitted and 1 or 0 }
for i, window in ipairs(windows) do
  if admitted then
    if not window.runs then window.start = now end
    window.runs, window.used = true, window.used + 1
    redis.call('HSET', KEYS[1], fields[2 * i - 1], string.format('%.0f', window.start), fields[2 * i], window.used)
  elseif window.runs then
    redis.call('HSET', KEYS[1], fields[2 * i - 1], string.format('%.0f', window.start))
  end
  answer[2 * i] = window.used
  answer[2 * i + 1] = window.runs and window.start + window.length - now or window.length
end
redis.call('PEXPIRE', KEYS[1], ${FORGOTTEN_MS})
return answer`

const SHA = createHash('sha1').update(SCRIPT).digest('hex')

export function openRedisLimits(url: Secret, log: Pick<Log, 'debug'>, patienceMs = PATIENCE_MS): LimitsStore {
  let client: RedisClientType | undefined
  let opened: Promise<RedisClientType> | undefined
  /** What the connection last said of itself: more than "it is not there". */
  let fault: Error | undefined
  let silentSince: number | undefined
  let closed = false

  /** In place of the one before. Settles when the first try to connect has; others follow by themselves. */
  async function open(): Promise<RedisClientType> {
    // Loaded by those who have one.
    const { createClient } = await import('redis')
    client?.destroy()
    const made: RedisClientType = createClient({
      url: url.reveal(),
      // What cannot be asked at once is not asked later.
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: {
        connectTimeout: CONNECT_MS_MAX,
        reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, RECONNECT_MS_MAX),
      },
    })
    client = made
    made.on('ready', () => {
      fault = undefined
    })
    made.on('error', (error: Error) => {
      fault = error
      log.debug({ error: error.message }, 'the connection to Redis broke')
    })
    const tried = new Promise<void>((settled) => made.once('ready', settled).once('error', () => settled()))
    made.connect().catch((error: Error) => log.debug({ error: error.message }, 'the connection to Redis was given up'))
    if (closed) made.destroy()
    else await tried
    return made
  }

  async function ask(connection: RedisClientType, identity: string, values: string[]): Promise<number[]> {
    const given = { keys: [`parley:limits:${identity}`], arguments: values }
    try {
      return (await connection.evalSha(SHA, given)) as number[]
    } catch (error) {
      // A server that has started anew knows no script.
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw fault ?? error
      return (await connection.eval(SCRIPT, given)) as number[]
    }
  }

  /** For a request that was not answered in time. */
  function minds(connection: RedisClientType): void {
    if (!connection.isReady || connection !== client) return
    silentSince ??= performance.now()
    if (performance.now() - silentSince < SILENCE_MS) return
    silentSince = undefined
    opened = open()
  }

  const connected = () => {
    opened ??= open()
    return opened
  }

  return {
    async open() {
      await connected()
    },
    async take(identity, limits, now) {
      const connection = await connected()
      const values = [now ?? '', ...WINDOWS.flatMap(({ name, seconds }) => [limits[name], seconds * 1_000])]
      const heard = ask(connection, identity, values.map(String)).then((answer) => {
        silentSince = undefined
        return answer
      })
      const [admitted, ...answers] = await within(patienceMs, heard).catch((error) => {
        minds(connection)
        throw error
      })
      const windows = forWindows((_, index) => ({
        used: answers[2 * index] ?? 0,
        endsInMs: answers[2 * index + 1] ?? 0,
      }))
      return { admitted: admitted === 1, windows }
    },
    async close() {
      closed = true
      client?.destroy()
    },
  }
}
