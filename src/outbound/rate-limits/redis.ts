/**
 * Request counts in Redis, shared by all processes. A Lua script decides and counts atomically. A lost or unresponsive
 * connection is replaced.
 */
import { createHash } from 'node:crypto'
import type { RedisClientType } from 'redis'
import type { Secret } from '../../core/config.ts'
import { withTimeout } from '../../core/limit-patience.ts'
import { FORGOTTEN_MS, forWindows, type LimitsStore, WINDOWS } from '../../core/limits.ts'
import type { Log } from '../../core/log.ts'
import { doubleDelay } from '../../core/retry-delays.ts'

/** Maximum wait for a response. Redis on the same network takes 1 to 2 ms. */
const PATIENCE_MS = 100
/** Time without a response after which a connection is replaced, because the other end may be gone. */
const SILENCE_MS = 2_000
const RECONNECT_MS_MAX = 2_000
const CONNECT_MS_MAX = 1_000

/** KEYS: the identity's key. ARGV: current time or '', then the limit and length in milliseconds of each window. */
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

/**
 * KEYS: keys of the identities. ARGV: current time or '', then the additions to the hour and the day of each identity.
 */
const ADD_SCRIPT = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local answer = {}
for i = 1, #KEYS do
  for j, window in ipairs({ { 'hour', 3600000 }, { 'day', 86400000 } }) do
    local start_field, count_field = window[1] .. '_start', window[1] .. '_count'
    local kept = redis.call('HMGET', KEYS[i], start_field, count_field)
    local start, count = tonumber(kept[1] or now), tonumber(kept[2] or 0)
    if now - start >= window[2] then start, count = now, 0 end
    start, count = math.min(start, now), count + tonumber(ARGV[2 * i - 1 + j])
    redis.call('HSET', KEYS[i], start_field, string.format('%.0f', start), count_field, count)
    answer[#answer + 1] = count
    answer[#answer + 1] = start + window[2] - now
  end
  redis.call('PEXPIRE', KEYS[i], ${FORGOTTEN_MS})
end
return answer`

interface Script {
  readonly text: string
  readonly sha: string
}

const createScript = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') })
const TAKE = createScript(SCRIPT)
const ADD = createScript(ADD_SCRIPT)

export function openRedisLimits(url: Secret, log: Pick<Log, 'debug'>, patienceMs = PATIENCE_MS): LimitsStore {
  let client: RedisClientType | undefined
  let opened: Promise<RedisClientType> | undefined
  /** Last error of the connection, with more detail than "not connected". */
  let fault: Error | undefined
  let silentSince: number | undefined
  let closed = false

  /**
   * Opens a connection that replaces the previous one. Resolves after the first attempt; further attempts follow
   * automatically.
   */
  async function open(): Promise<RedisClientType> {
    // Loaded on demand.
    const { createClient } = await import('redis')
    client?.destroy()
    const made: RedisClientType = createClient({
      url: url.reveal(),
      // Requests fail immediately without a connection, instead of waiting.
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: {
        connectTimeout: CONNECT_MS_MAX,
        reconnectStrategy: (tries) => doubleDelay(tries + 1, 50, RECONNECT_MS_MAX),
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

  async function evaluate(
    connection: RedisClientType,
    { text, sha }: Script,
    identities: readonly string[],
    values: string[],
  ): Promise<number[]> {
    const given = { keys: identities.map((identity) => `parley:limits:${identity}`), arguments: values }
    try {
      return (await connection.evalSha(sha, given)) as number[]
    } catch (error) {
      // A restarted server has no scripts.
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw fault ?? error
      return (await connection.eval(text, given)) as number[]
    }
  }

  /** @throws Error if Redis doesn't respond in time */
  async function evaluateScript(
    script: Script,
    identities: readonly string[],
    values: readonly unknown[],
  ): Promise<number[]> {
    const connection = await getConnection()
    const heard = evaluate(connection, script, identities, values.map(String)).then((answer) => {
      silentSince = undefined
      return answer
    })
    return withTimeout(patienceMs, heard).catch((error) => {
      minds(connection)
      throw error
    })
  }

  /** Checks a connection after a request timed out. */
  function minds(connection: RedisClientType): void {
    if (!connection.isReady || connection !== client) return
    silentSince ??= performance.now()
    if (performance.now() - silentSince < SILENCE_MS) return
    silentSince = undefined
    opened = open()
  }

  const getConnection = () => {
    opened ??= open()
    return opened
  }

  return {
    async open() {
      await getConnection()
    },
    isReachable: () => client?.isReady === true && silentSince === undefined,
    async take(identity, limits, now) {
      const values = [now ?? '', ...WINDOWS.flatMap(({ name, seconds }) => [limits[name], seconds * 1_000])]
      const [admitted, ...answers] = await evaluateScript(TAKE, [identity], values)
      const windows = forWindows((_, index) => ({
        used: answers[2 * index] ?? 0,
        endsInMs: answers[2 * index + 1] ?? 0,
      }))
      return { admitted: admitted === 1, windows }
    },
    async add(counts, now) {
      const identities = counts.map(({ identity }) => identity)
      const values = [now ?? '', ...counts.flatMap(({ hour, day }) => [hour, day])]
      const answers = await evaluateScript(ADD, identities, values)
      const windowAt = (index: number) => ({ used: answers[index] ?? 0, endsInMs: answers[index + 1] ?? 0 })
      return new Map(
        identities.map((identity, index) => [identity, { hour: windowAt(4 * index), day: windowAt(4 * index + 2) }]),
      )
    },
    async close() {
      closed = true
      client?.destroy()
    },
  }
}
