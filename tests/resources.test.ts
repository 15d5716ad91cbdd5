/** Laws over resources, written once and true for every later one (Model Context Protocol, "Resources"). */
import { beforeAll, describe, expect, it } from 'vitest'
import { resources, tools } from '../src/catalog.ts'
import { resourceUri } from '../src/core/resource.ts'
import { call } from '../src/testing/call.ts'
import { callTool, rpc, rpcError } from '../src/testing/call-tool.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { snippetFor, talkFor } from '../src/testing/library-fixtures.ts'
import { NOBODY } from '../src/testing/refusals.ts'
import { scorecardFor } from '../src/testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'

const named = resources.map((resource) => [resource.name, resource] as const)

let world: World
let secret: string
/** By name of the resource: one that everybody in the team may read, one that only bob and admins may, if there are such. */
let seen: Readonly<Record<string, string>>
let hidden: Readonly<Record<string, string>>
beforeAll(async () => {
  world = await createWorld()
  const talk = await talkFor(world)
  secret = await importFor(world, { conversationTitle: 'Secret', private: true })
  const clip = async (conversation: string) =>
    (await snippetFor(world, { conversation_id: conversation, video: { start_time: 0, end_time: 1 } })).id
  seen = { call: talk, transcript: talk, snippet: await clip(talk), scorecard: await scorecardFor(world) }
  hidden = { call: secret, transcript: secret, snippet: await clip(secret) }
})

const read = (caller: Caller, uri: string) => rpc(world.app, caller, 'resources/read', { uri })
const refused = (caller: Caller, uri: string) => rpcError(world.app, caller, 'resources/read', { uri })

describe('the list of templates', () => {
  it('is the same for everybody, and each is told once', async () => {
    const lists = await Promise.all(
      [world.org, world.carol, world.mallory].map((caller) => rpc(world.app, caller, 'resources/templates/list')),
    )
    for (const list of lists) expect(list).toEqual(lists[0])
    const templates = lists[0].result.resourceTemplates
    expect(templates.map(({ name }: { name: string }) => name)).toEqual(resources.map(({ name }) => name))
    for (const members of [resources.map(({ name }) => name), resources.map(({ template }) => template)]) {
      expect(new Set(members).size).toBe(members.length)
    }
    expect(templates.length).toBeGreaterThanOrEqual(3)
  })

  it.each(named)(
    '%s is described, of an address that parses, and read by a tool that reads, if by a tool',
    (_, resource) => {
      expect(resource.template).toMatch(/^parley:\/\/[a-z]+\/\{id\}$/)
      expect(URL.canParse(resourceUri(resource, NOBODY))).toBe(true)
      expect(resource.title).toMatch(/^[A-Z].{2,39}$/)
      expect(resource.description).toMatch(/^[A-Z].{30,300}\.$/)
      if ('read' in resource) return
      const tool = tools.find(({ name }) => name === resource.tool)
      expect(tool?.operation.requires).toEqual({ scope: 'read' })
      expect(tool?.args.safeParse({ ...resource.beside, [resource.argument]: NOBODY }).success).toBe(true)
    },
  )
})

describe('every resource', () => {
  it.each(named)('%s is the text of its tool, or its document', async (name, resource) => {
    const id = seen[name] ?? ''
    const uri = resourceUri(resource, id)
    const { contents } = (await read(world.org, uri)).result
    if ('read' in resource) {
      const { text: document } = await call(world.app, world.org, 'GET', `/conversations/${id}/export?format=md`)
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: document }])
      return
    }
    const { text } = await callTool(world.app, world.org, resource.tool, {
      ...resource.beside,
      [resource.argument]: id,
    })
    expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text }])
  })

  it.each(named)(
    '%s does not exist for another organization, nor for whom it is hidden from',
    async (name, resource) => {
      const nothing = await refused(world.org, resourceUri(resource, NOBODY))
      expect(nothing).toMatchObject({ code: -32602, data: { uri: resourceUri(resource, NOBODY) } })
      expect(Object.keys(nothing.data)).toEqual(['uri'])
      for (const [caller, id] of [
        [world.mallory, seen[name]],
        [world.rivalOrg, seen[name]],
        [world.carol, hidden[name]],
        [world.mark, hidden[name]],
      ] as const) {
        if (id === undefined) continue
        const uri = resourceUri(resource, id)
        expect(await refused(caller, uri)).toEqual({ ...nothing, data: { uri } })
      }
    },
  )
})

describe('what is no resource', () => {
  it.each([
    'test://nonexistent-resource-for-conformance-testing',
    'parley://calls/',
    'parley://calls/none',
    `parley://calls/${NOBODY}/x`,
    `parley://calls/${NOBODY}?x`,
    `PARLEY://calls/${NOBODY}`,
    `parley://users/${NOBODY}`,
    'parley://calls/{id}',
    '',
  ])('%j is answered with −32602 and its address', async (uri) => {
    expect(await refused(world.org, uri)).toMatchObject({
      code: -32602,
      message: 'No resource that the caller can access has this URI.',
      data: { uri },
    })
  })
})

describe('the list of resources', () => {
  const listed = async (caller: Caller) => (await rpc(world.app, caller, 'resources/list')).result.resources
  const uris = async (caller: Caller): Promise<string[]> =>
    (await listed(caller)).map(({ uri }: { uri: string }) => uri)

  it('holds the newest calls that the caller sees, each of which can be read', async () => {
    expect((await uris(world.bob)).toSorted()).toEqual(
      [seen.call, secret].map((id) => `parley://calls/${id}`).toSorted(),
    )
    for (const { uri, name, mimeType, description } of await listed(world.bob)) {
      expect([typeof name, mimeType]).toEqual(['string', 'text/markdown'])
      expect(description).toContain('bob@acme.example')
      expect((await read(world.bob, uri)).result.contents).toHaveLength(1)
    }
  })

  it('shows nothing of what is hidden', async () => {
    expect(await uris(world.mark)).toEqual([`parley://calls/${seen.call}`])
    expect(JSON.stringify(await listed(world.mark))).not.toContain('Secret')
    for (const caller of [world.carol, world.mallory, world.rivalOrg]) expect(await uris(caller)).toEqual([])
  })

  it('ends at twenty', async () => {
    const many = await createWorld(world.app)
    for (let i = 0; i < 22; i++) await importFor(many, { conversationTitle: `Call ${i}` })
    const { resources: all } = (await rpc(many.app, many.org, 'resources/list')).result
    expect(all.map(({ title }: { title: string }) => title)).toEqual(
      Array.from({ length: 20 }, (_, i) => `Call ${21 - i}`),
    )
  })
})

describe('in the newest revision', () => {
  const newest = async (caller: Caller, method: string, params: { uri?: string }) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const answer = await world.app.server.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        ...{ authorization: `Bearer ${caller.key}`, 'content-type': 'application/json', host: 'parley.test' },
        ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
        ...(params.uri === undefined ? {} : { 'mcp-name': params.uri }),
      },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
    })
    return JSON.parse(answer.body)
  }

  it('what is not there is answered alike', async () => {
    for (const uri of [`parley://calls/${secret}`, 'test://nonexistent']) {
      const { error } = await newest(world.mark, 'resources/read', { uri })
      expect(error).toMatchObject({ code: -32602, data: { uri } })
    }
  })

  it('lists and texts are told to be nobody else’s', async () => {
    const uri = `parley://calls/${secret}`
    for (const [method, params] of [
      ['resources/list', {}],
      ['resources/read', { uri }],
    ] as const) {
      const { result } = await newest(world.bob, method, params)
      expect(JSON.stringify(result)).toContain(uri)
      expect(result.cacheScope).toBe('private')
    }
  })
})
