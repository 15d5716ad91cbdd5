/** Access control of resources. `tests/resources.test.ts` tests their content. */
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { completions, prompts, resources, tools } from '../../catalog.ts'
import { fixedReader } from '../../core/db.ts'
import type { Context } from '../../core/operation.ts'
import type { Scope } from '../../core/principal.ts'
import { createTurns } from '../../core/turns.ts'
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { toolsets } from '../../toolsets.ts'
import { createProtocol } from './protocol.ts'

let app: TestApp
let world: World
let uri: string
beforeAll(async () => {
  app = await createTestApp()
  world = await createWorld(app)
  uri = `parley://calls/${await importFor(world)}`
})

const serverFor = createProtocol({
  ...{ tools, toolsets, resources, prompts, completions },
  getIcons: () => [],
  version: '1',
})

/** Sends one request without the HTTP transport. */
async function ask(method: string, { scopes = ['read'], ...broken }: { scopes?: readonly Scope[] } & Partial<Context>) {
  const ctx = { ...app.contextFor({ ...app.operator(world.acme), scopes }), ...broken }
  const [client, end] = InMemoryTransport.createLinkedPair()
  await serverFor({
    ctx,
    requestId: 'request-7',
    headers: {},
    toolsets: ['all'] as const,
    turns: createTurns(1),
  }).connect(end)
  await client.start()
  const answered = new Promise<unknown>((resolve) => {
    client.onmessage = resolve
  })
  await client.send({ jsonrpc: '2.0', id: 1, method, params: { uri } })
  const answer = (await answered) as { result?: unknown; error?: { code: number; message: string; data?: unknown } }
  await client.close()
  return answer
}

const methods = ['resources/list', 'resources/read']

describe('resources', () => {
  it.each(methods)('are given to who may read: %s', async (method) => {
    expect((await ask(method, {})).result).toBeDefined()
  })

  it.each(methods)('are refused to a token that may only write: %s', async (method) => {
    const { error } = await ask(method, { scopes: ['write'] })
    expect(error).toEqual({
      code: -32600,
      message: 'The read scope is required. Use a token that has it.',
      data: { code: 'insufficient_scope', required_scope: 'mcp:read' },
    })
  })

  it.each(methods)('tell nothing of the inside when that breaks: %s', async (method) => {
    const fail = () => {
      throw new Error('the database stands at 10.0.0.7')
    }
    const db = new Proxy({}, { get: fail }) as Context['db']
    const { error } = await ask(method, {
      ...{ db, openReader: () => fixedReader(db) },
      log: { ...app.log, error: () => {} } as Context['log'],
    })
    expect(error).toEqual({
      code: -32603,
      message: 'An internal error occurred. Try again later.',
      data: { code: 'unavailable', request_id: 'request-7' },
    })
  })
})
