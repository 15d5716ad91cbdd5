/** Lists of tools: which tools a caller sees, and what the list costs a model (docs/decisions/0065). */
import { beforeAll, describe, expect, it } from 'vitest'
import { CALLERS, type CallerKind, codeOf } from '../scripts/tool-callers.ts'
import { EVERYDAY_TOOLS, LIST_TOKENS, measureLists } from '../scripts/tool-tokens.ts'
import { tools } from '../src/catalog.ts'
import { findMissingPermission } from '../src/core/principal.ts'
import { parseToolsets, selectTools, toolsetNames } from '../src/core/toolsets.ts'
import { callTool, rpc, rpcError } from '../src/testing/call-tool.ts'
import { connected } from '../src/testing/connect-fixtures.ts'
import { type Caller, createWorld, type World } from '../src/testing/world.ts'
import { toolsets } from '../src/toolsets.ts'

const kinds = Object.keys(CALLERS) as CallerKind[]

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = async (caller: Pick<Caller, 'key'>, at = '', headers: Record<string, string> = {}) => {
  const answer = await world.app.server.inject({
    method: 'POST',
    url: `/mcp${at}`,
    headers: {
      ...{ authorization: `Bearer ${caller.key}`, 'content-type': 'application/json', host: 'parley.test' },
      ...headers,
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const body = JSON.parse(answer.body)
  const names: string[] | undefined = body.result?.tools.map(({ name }: { name: string }) => name)
  return { status: answer.statusCode, names, error: body.error }
}

describe('a toolset', () => {
  it('contains only tools of the catalog, and every tool is in one', () => {
    const names = new Set(tools.map(({ name }) => name))
    const placed = new Set(Object.values(toolsets).flatMap((set) => [...set]))
    expect([...names].filter((name) => !placed.has(name)).filter((name) => !ONLY_IN_ALL.has(name))).toEqual([])
    expect([...placed].filter((name) => !names.has(name))).toEqual([])
  })

  it('costs a model less than it may, for every caller', () => {
    const sizes = measureLists()
    for (const { toolset, caller, tools: count, tokens } of sizes) {
      expect(tokens, `${toolset} for ${caller}`).toBeLessThanOrEqual(LIST_TOKENS[toolset])
      if (toolset === 'everyday') expect(count).toBeLessThanOrEqual(EVERYDAY_TOOLS)
    }
    process.stdout.write(sizes.map((one) => `${Object.values(one).join(' · ')}\n`).join(''))
  })

  it('is named in any case, alone or with others', () => {
    expect(parseToolsets(undefined)).toEqual(['all'])
    expect(parseToolsets(' ')).toEqual(['all'])
    expect(parseToolsets('CRM, everyday')).toEqual(['crm', 'everyday'])
    expect(parseToolsets('crm,nothing')).toBeUndefined()
  })
})

/** Tools that belong to no area. */
const ONLY_IN_ALL: ReadonlySet<string> = new Set([])

describe('the list of a caller', () => {
  it.each(kinds)('%s: contains exactly the tools that the caller may call', (kind) => {
    const listed = selectTools(tools, { principal: CALLERS[kind], chosen: ['all'], toolsets })
    expect(listed).toEqual(tools.filter((tool) => codeOf(tool, kind) === undefined))
    expect(listed.length).toBeGreaterThan(30)
  })

  it('contains nothing that writes for a token that only reads, and no administration for a rep', async () => {
    const token = await connected(world.app, world.acme, world.bob.userId, { scope: 'mcp:read' })
    const reads = await list({ key: token.tokens.access_token })
    for (const name of reads.names ?? []) {
      expect(tools.find((tool) => tool.name === name)?.operation.requires.scope).toBe('read')
    }
    const rep = (await list(world.bob)).names ?? []
    expect(rep).toContain('update_call')
    for (const name of ['create_team', 'delete_user', 'create_api_key', 'get_usage_report'])
      expect(rep).not.toContain(name)
    const organization = (await list(world.org)).names ?? []
    expect(organization).toContain('get_usage_report')
    expect(organization).not.toContain('invite_user')
  })

  it('is in the order of the catalog, and the same each time', async () => {
    const order = tools.map(({ name }) => name)
    for (const caller of [world.org, world.alice, world.bob]) {
      const { names = [] } = await list(caller)
      expect(names).toEqual(order.filter((name) => names.includes(name)))
      expect((await list(caller)).names).toEqual(names)
    }
  })

  it.each(toolsetNames)('is narrowed to %s by the query and by the header', async (name) => {
    const byQuery = await list(world.alice, `?toolset=${name}`)
    expect(byQuery.names).toEqual((await list(world.alice, '', { 'parley-toolset': name })).names)
    const chosen = name === 'all' ? undefined : toolsets[name]
    for (const one of byQuery.names ?? []) expect(chosen?.has(one) ?? true).toBe(true)
    expect(byQuery.names?.length).toBeGreaterThan(10)
  })

  it('isn’t narrowed to a toolset that doesn’t exist', async () => {
    const { status, error } = await list(world.alice, '?toolset=sales')
    expect({ status, code: error.code }).toEqual({ status: 400, code: -32602 })
    expect(error.message).toContain('everyday, coaching, crm, admin, repair, all')
  })
})

describe('a call', () => {
  it('of a tool outside of the list has the error of the contract', async () => {
    for (const [caller, name, code] of [
      [world.bob, 'create_team', 'admin_required'],
      [world.org, 'invite_user', 'user_required'],
      [world.bob, 'get_usage_report', 'org_key_required'],
    ] as const) {
      expect((await callTool(world.app, caller, name)).error.code).toBe(code)
    }
    const token = await connected(world.app, world.acme, world.bob.userId, { scope: 'mcp:read' })
    const { error } = await callTool(world.app, { key: token.tokens.access_token }, 'update_call')
    expect(error).toMatchObject({ code: 'insufficient_scope', required_scope: 'mcp:write' })
  })

  it('of a tool that doesn’t exist is a protocol error that names the nearest', async () => {
    const error = await rpcError(world.app, world.bob, 'tools/call', { name: 'searchCalls', arguments: {} })
    expect(error).toMatchObject({ code: -32602, message: 'No tool has this name. Did you mean search_calls?' })
    const other = await rpcError(world.app, world.bob, 'tools/call', { name: 'zeppelin', arguments: {} })
    expect(other.message).toContain('tools/list')
  })
})

describe('a permission', () => {
  it('decides over lists and calls alike', async () => {
    const principal = CALLERS['OAuth, read']
    const listed = await rpc(world.app, world.org, 'tools/list')
    expect(listed.result.tools.length).toBeGreaterThan(80)
    for (const tool of selectTools(tools, { principal, chosen: ['everyday', 'crm'], toolsets })) {
      expect(findMissingPermission(principal, tool.operation.requires)).toBeUndefined()
    }
  })
})
