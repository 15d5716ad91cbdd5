import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, rpc } from '../../../testing/call-tool.ts'
import { PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { sourceFor } from '../../../testing/knowledge-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let open: string
let secret: string
let titled: string
let source: string
beforeAll(async () => {
  world = await createWorld()
  const lineOf = (text: string) => ({ transcript: { segments: [{ speaker: 'Bob', text, start: 0, end: 5 }] } })
  const ofNorth = { teamUUID: world.teams.north }
  open = await importFor(world, {
    ...ofNorth,
    conversationTitle: 'With Globex',
    ...lineOf('The zeppelin costs forty.'),
  })
  secret = await importFor(world, {
    ...ofNorth,
    conversationTitle: 'Hidden zeppelin',
    private: true,
    ...lineOf('The zeppelin costs ninety.'),
  })
  titled = await importFor(world, { ...ofNorth, conversationTitle: 'About the ZEPPELIN', ...lineOf('Good morning.') })
  source = await sourceFor(world, { title: 'Price list', content: 'A zeppelin costs forty euros a day.' })
  await world.app.drain(world.acme)
})

const search = (query: string, caller: Caller = world.org) => callTool(world.app, caller, 'search', { query })

describe('does', () => {
  it('finds what was said, what is known and what is titled so, in just the form that connectors expect', async () => {
    const { data, text } = await search('zeppelin', world.mark)
    expect(Object.keys(data)).toEqual(['results'])
    const byId = new Map(data.results.map((one: { id: string }) => [one.id, one]))
    expect(byId.get(`call:${open}`)).toEqual({
      id: `call:${open}`,
      title: 'With Globex',
      url: `${PUBLIC_URL}/conversations/${open}`,
    })
    expect(byId.get(`source:${source}`)).toEqual({
      id: `source:${source}`,
      title: 'Price list',
      url: `${PUBLIC_URL}/knowledge/${source}`,
    })
    expect(byId.has(`call:${titled}`)).toBe(true)
    expect(byId.size).toBe(data.results.length)
    expect(JSON.parse(text)).toEqual(data)
  })

  it('answers with one text, which is the data', async () => {
    const { result } = await rpc(world.app, world.org, 'tools/call', {
      name: 'search',
      arguments: { query: 'zeppelin' },
    })
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }])
  })

  it('gives addresses of pages for people', async () => {
    for (const { url } of (await search('zeppelin')).data.results) {
      // Without a session, the page asks to sign in and comes back.
      const { statusCode, headers } = await world.app.server.inject({ url: url.slice(PUBLIC_URL.length) })
      expect([statusCode, headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in/)])
    }
  })

  it('finds nothing where there is nothing', async () => {
    const empty = await createWorld(world.app)
    expect((await callTool(world.app, empty.org, 'search', { query: 'zeppelin' })).data).toEqual({ results: [] })
  })
})

describe('refuses', () => {
  it.each([{}, { query: '' }, { query: ' ' }, { query: 'x'.repeat(1_001) }, { query: 'x', limit: 3 }])(
    '%j',
    async (args) => {
      expect((await callTool(world.app, world.org, 'search', args)).error.code).toBe('validation_failed')
    },
  )
})

describe('who may', () => {
  it('is everyone, of what they see', async () => {
    expect((await search('zeppelin', world.bob)).text).toContain(secret)
    for (const caller of [world.mark, world.carol]) {
      const { text } = await search('hidden zeppelin ninety', caller)
      expect(text).not.toContain(secret)
      expect(text).not.toContain('Hidden')
    }
    expect((await search('zeppelin', world.mallory)).data).toEqual({ results: [] })
  })
})
