/** `parley model` as an operator runs it: a process of its own, and a stand-in of a model server. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../src/core/log.ts'
import { openEmbedded } from '../src/outbound/database/embedded.ts'
import { madeDataFolder } from '../src/testing/data-folder.ts'
import { capable, ollamaResponses } from '../src/testing/local-model-servers.ts'
import { createModelServer, type ModelServer } from '../src/testing/model-server.ts'
import { startParley } from '../src/testing/run-parley.ts'

const KEY = 'sk-key-of-an-operator'
let folder: string
let server: ModelServer

beforeAll(async () => {
  folder = await madeDataFolder('model')
  server = await createModelServer(capable, { published: ollamaResponses(16_384) })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(args: readonly string[], given: { input?: string; env?: Record<string, string> } = {}) {
  const child = startParley(['model', ...args, '--data', folder], { env: given.env ?? {} })
  child.stdin.end(given.input ?? '')
  const [out, err, code] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    new Promise<number | null>((done) => child.once('exit', done)),
  ])
  return { out: out.join(''), err: err.join(''), code }
}

it('connects, shows and disconnects a model, and never prints its key', async () => {
  const connected = await run(['connect', '--url', server.url, '--key-file', '-'], { input: `${KEY}\n` })
  expect(connected).toMatchObject({ code: 0, err: '' })
  expect(connected.out).toMatch(/Ollama at .*: gemma3:latest/)
  expect(connected.out).toMatch(/Schemas {3}Output matched/)
  expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)

  const status = await run(['status', '--json'])
  expect(JSON.parse(status.out)).toMatchObject({
    ...{ connected: true, name: 'gemma3:latest', contextTokens: 16_384, hasKey: true, origin: 'command_line' },
    serverState: 'responds and offers the model',
  })
  expect([connected.out, connected.err, status.out].join('')).not.toContain(KEY)

  expect((await run(['disconnect'])).out).toContain('Disconnected')
  expect(JSON.parse((await run(['status', '--json'])).out)).toEqual({ connected: false })
})

describe('refuses', () => {
  // Commands join this database, as they join that of a service. Opening it costs each more than all else.
  let database: Awaited<ReturnType<typeof openEmbedded>>
  beforeAll(async () => {
    database = await openEmbedded(folder, 1, createLog('warn'))
    expect(database.owns).toBe(true)
  })
  afterAll(() => database.store.close())

  it.each([
    ['a URL of another protocol', ['connect', '--url', 'ftp://example.com'], {}, 2, '--url requires'],
    ['a URL with a password', ['connect', '--url', 'http://a:b@example.com/v1'], {}, 2, '--key-file'],
    ['an empty key', ['connect', '--url', 'http://127.0.0.1:1/v1', '--key-file', '-'], {}, 2, 'no API key'],
    ['a server that does not respond', ['connect', '--url', 'http://127.0.0.1:1/v1'], {}, 1, 'docs/language-models.md'],
    ['a model in the environment', ['connect'], { MODEL_PROVIDER: 'none' }, 1, 'MODEL_PROVIDER is set'],
  ] as const)('%s', async (_what, args, env, code, words) => {
    expect(await run(args, { env })).toMatchObject({ code, err: expect.stringContaining(words) })
  })

  it('a model that the server does not offer, and lists the others', async () => {
    const { code, err } = await run(['connect', '--url', server.url, '--model', 'nothing'])
    expect([code, err]).toEqual([1, expect.stringMatching(/No server offers[\s\S]*gemma3:latest {2}\(Ollama/)])
  })
})
