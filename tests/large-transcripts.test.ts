/**
 * The law of large transcripts: nobody who reads a conversation makes the event loop parse its transcript. Every operation,
 * tool and page that only reads is opened for a conversation whose transcript is larger than what is parsed at once. New
 * ones are opened by themselves. Worker threads parse large transcripts (docs/decisions/0047).
 */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { operations, tools } from '../src/catalog.ts'
import { LARGE_BYTES } from '../src/inbound/http/large-bodies.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { signedIn } from '../src/testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { walk } from './pages-walk.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'
import { toolSamplesOf } from './tool-samples/index.ts'
import type { ToolSample } from './tool-samples/sample.ts'

/** Operations that write, and read transcripts like those that don't. */
const CREATE_FROM_TRANSCRIPTS = new Set(['createDeck', 'createConversationSummary'])

const PARSED_MAX = LARGE_BYTES / 4
const turns = Array.from({ length: 40 }, (_, n) => ({
  ...{ speaker: n % 2 === 0 ? 'Bob Baker' : 'Ann Archer', start: n * 4, end: n * 4 + 3 },
  text: n % 4 === 0 ? `The price of part ${n} worries us.` : 'Yes.',
}))

let world: World
let samples: Samples
let toolSamples: Readonly<Record<string, ToolSample>>
beforeAll(async () => {
  world = await createWorld()
  const conversation = await importFor(world, {
    ...{ conversationTitle: 'Long', opportunityID: 'deal-1', transcript: { segments: turns } },
    participants: [{ email: 'ann@customer.example', name: 'Ann Archer' }],
  })
  samples = await samplesOf(world, conversation, 'large')
  toolSamples = await toolSamplesOf(world, tools, samples, conversation)
  // White space at the end makes it large for whoever parses it, and quick to analyze until then.
  const padded = await world.app.store.owner.query(
    `update transcripts set segments = segments || repeat(' ', ${LARGE_BYTES}) where conversation_id = $1 returning version`,
    [conversation],
  )
  expect(padded.length).toBeGreaterThan(0)
  // Who reads it first creates it, which is the case until the analysis is done.
  await world.app.store.owner.query('delete from conversation_summaries where conversation_id = $1', [conversation])
}, 600_000)

/** Length of the longest text that this thread parses. */
async function longestParsed(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    await work()
    return Math.max(0, ...parse.mock.calls.map(([text]) => (typeof text === 'string' ? text.length : 0)))
  } finally {
    parse.mockRestore()
  }
}

async function findLong(doors: readonly (readonly [string, () => Promise<unknown>])[]): Promise<string[]> {
  const long: string[] = []
  for (const [door, open] of doors) if ((await longestParsed(open)) > PARSED_MAX) long.push(door)
  return long
}

const send = (method: 'GET' | 'POST', url: string, headers: object, body?: unknown) =>
  world.app.server.inject({
    ...{ method, url, headers: { host: 'localhost', ...headers } },
    ...(body === undefined ? {} : { payload: body as object }),
  })

describe('a large transcript is parsed by no other', () => {
  it('operation', async () => {
    const doors = operations
      .filter(({ id, rest }) => rest.method === 'GET' || rest.safe === true || CREATE_FROM_TRANSCRIPTS.has(id))
      .map(({ id, rest }) => {
        const { query = {}, body, headers = {}, ...sample } = samples[id] ?? {}
        const url = `/v2${pathOf(rest.path, sample)}?${new URLSearchParams(query)}`
        const method = rest.method === 'GET' ? 'GET' : 'POST'
        return [id, () => send(method, url, { authorization: world.bob.key, ...headers }, body)] as const
      })
    expect(doors.length).toBeGreaterThan(80)
    expect(await findLong(doors)).toEqual([])
  }, 600_000)

  it('tool', async () => {
    const doors = tools
      .filter(({ operation }) => operation.requires.scope === 'read')
      .map(({ name }) => {
        const params = { name, arguments: toolSamples[name]?.args ?? {} }
        const headers = { authorization: `Bearer ${world.bob.key}`, accept: 'application/json, text/event-stream' }
        const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
        return [name, () => send('POST', '/mcp', headers, request)] as const
      })
    expect(doors.length).toBeGreaterThan(20)
    expect(await findLong(doors)).toEqual([])
  }, 600_000)

  it('page', async () => {
    const bob = await signedIn(world.app, world.acme, world.bob.userId)
    const { visited } = await walk(bob)
    const doors = visited.map(({ address }) => [address, () => bob.get(address)] as const)
    expect(doors.length).toBeGreaterThan(30)
    expect(await findLong(doors)).toEqual([])
  }, 600_000)
})
