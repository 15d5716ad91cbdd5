import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig, Secret } from '../../core/config.ts'
import { createLog } from '../../core/log.ts'
import type { ModelChoice } from '../../core/model-connection.ts'
import { createSealer } from '../../core/sealed.ts'
import { openServices, type Services } from '../../services.ts'
import { capable, ollamaResponses } from '../../testing/local-model-servers.ts'
import { createModelServer, type ModelServer } from '../../testing/model-server.ts'
import { scratchInstallation } from '../../testing/scratch-database.ts'
import { createPublicFetch } from '../http/public-fetch.ts'
import { openModelConnections } from './connections.ts'

const installation = await scratchInstallation()
const log = createLog('silent')
const ask = { purpose: 'test', system: '', prompt: 'Hello', maxOutputTokens: 50 }
let services: Services
let server: ModelServer
const opened: { close(): Promise<void> }[] = []

beforeAll(async () => {
  services = await openServices(readConfig(installation.environment), log)
  server = await createModelServer(capable, { published: ollamaResponses(4_096) })
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await services.close()
  await installation.drop()
})

/** Another process of the installation. */
async function open(given: { secret?: string; environment?: Record<string, string>; allowed?: string[] } = {}) {
  const connections = await openModelConnections({
    owner: services.store.owner,
    config: readConfig({ ...given.environment }),
    sealer: createSealer(new Secret(given.secret ?? 'a secret of thirty-two characters.')),
    fetchPublic: createPublicFetch({ allowed: given.allowed ?? [] }),
    ...{ heartbeats: services.heartbeats, refreshMs: 20 },
    ...{ clock: services.clock, log, signals: { modelCall: () => {} } },
  })
  opened.push(connections)
  return connections
}

const choice = (): ModelChoice => ({
  ...{ provider: 'openai', server: 'ollama', url: server.url, name: 'gemma3:latest' },
  ...{ key: new Secret('sk-stored'), contextTokens: 4_096 },
})
const record = async () => {}

describe('a connection', () => {
  it('reaches other processes without a restart, and leaves them when it is removed', async () => {
    const [one, other] = [await open(), await open()]
    expect(other.bind(record)).toBeUndefined()
    await one.connect(choice(), 'command_line')
    expect(one.bind(record)?.contextTokens).toBe(4_096)
    await vi.waitFor(() => expect(other.bind(record)?.name).toBe('gemma3:latest'))
    expect(await one.disconnect()).toBe(true)
    expect(await other.connected()).toBeUndefined()
    expect(other.bind(record)).toBeUndefined()
    expect(await one.disconnect()).toBe(false)
  })

  it('sends its key to the server, and is stored without it in plain text', async () => {
    const one = await open()
    await one.connect(choice(), 'command_line')
    await one.bind(record)?.text(ask)
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer sk-stored')
    const rows = await services.store.owner.query('select * from installation.language_model')
    expect(JSON.stringify(rows)).not.toContain('sk-stored')
  })

  it('is unusable with another secret, and says so', async () => {
    await (await open()).connect(choice(), 'command_line')
    const other = await open({ secret: 'another secret of thirty-two chars' })
    expect(other.bind(record)).toBeUndefined()
    expect(await other.connected()).toMatchObject({ name: 'gemma3:latest', isUsable: false })
  })

  it('gives way to the environment, also to none', async () => {
    await (await open()).connect(choice(), 'command_line')
    const none = await open({ environment: { MODEL_PROVIDER: 'none' } })
    expect([none.isFromEnvironment, none.bind(record), await none.connected()]).toEqual([true, undefined, undefined])
    const set = { MODEL_PROVIDER: 'openai', MODEL_URL: server.url, MODEL_NAME: 'of-the-environment' }
    const own = await open({ environment: set })
    expect(own.bind(record)?.name).toBe('of-the-environment')
    expect(await own.connected()).toMatchObject({ origin: 'environment', hasKey: false })
  })

  it('takes limits of calls from the environment', async () => {
    await (await open()).connect(choice(), 'command_line')
    const one = await open({ environment: { MODEL_CONTEXT: '9000', MODEL_TIMEOUT: '7' } })
    expect(one.settings()).toMatchObject({ contextTokens: 9_000, timeoutSeconds: 7 })
  })
})

describe('outbound requests', () => {
  it('of a model from the app are checked for every call, those of the operator are not', async () => {
    const one = await open()
    await one.connect(choice(), 'app')
    const before = server.requests.length
    await expect(one.bind(record)?.text(ask)).rejects.toMatchObject({ detail: 'unreachable' })
    expect(server.requests).toHaveLength(before)
    expect(await one.isAllowed(server.url, 'app')).toBe(false)
    expect(await one.isAllowed(server.url, 'command_line')).toBe(true)

    const allowing = await open({ allowed: ['127.0.0.1'] })
    let text = ''
    for await (const piece of allowing.bind(record)?.stream(ask) ?? []) text += piece
    expect(text).toContain('42,000 euros')
  })
})

describe('a trial', () => {
  it('stores nothing, and reads the context of the loaded model', async () => {
    const one = await open()
    await one.disconnect()
    const trial = one.openTrial({ ...choice(), contextTokens: undefined }, 'command_line')
    await trial.model.text(ask)
    expect(trial.calls).toMatchObject([{ outcome: 'ok' }])
    expect(await trial.contextTokens()).toBe(4_096)
    expect(await one.connected()).toBeUndefined()
  })
})
