/**
 * The table of who may call what (`docs/tools.md`), asked for in earnest: every tool by every kind of caller, with tokens
 * and keys that the service itself gave.
 */
import { beforeAll, expect, it } from 'vitest'
import { CALLERS, type CallerKind, codeOf } from '../scripts/tool-callers.ts'
import { tools } from '../src/catalog.ts'
import { callTool } from '../src/testing/call-tool.ts'
import { connected } from '../src/testing/connect-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

let keys: Readonly<Record<CallerKind, string>>
let world: World
beforeAll(async () => {
  world = await createWorld()
  const token = async (userId: string | undefined, scope: string) =>
    (await connected(world.app, world.acme, userId, { scope })).tokens.access_token
  keys = {
    'OAuth, read': await token(world.bob.userId, 'mcp:read'),
    'OAuth, read and write': await token(world.bob.userId, 'mcp:read mcp:write'),
    'OAuth, admin': await token(world.alice.userId, 'mcp:read mcp:write'),
    'user key': world.bob.key,
    'admin’s user key': world.alice.key,
    'org key': world.org.key,
  }
})

/** Names of tools that change something. */
const CHANGES =
  /^(?:create|update|delete|add|remove|archive|restore|set|confirm|reject|share|import|send|merge|split|move)_/
const FOR_WHO_MAY_NOT = ['insufficient_scope', 'user_required', 'org_key_required', 'admin_required']

it.each(tools.map((tool) => [tool.name, tool] as const))('%s is for whom the table says', async (name, tool) => {
  for (const kind of Object.keys(CALLERS) as CallerKind[]) {
    // Without arguments: whoever may not call it is told so before, the others that some are missing.
    const { error } = await callTool(world.app, { key: keys[kind] }, name)
    const refusal = codeOf(tool, kind)
    if (refusal === undefined) expect(FOR_WHO_MAY_NOT, `${name} by ${kind}`).not.toContain(error?.code)
    else expect([kind, error?.code]).toEqual([kind, refusal])
    // The table comes from the rule that it documents. These two conditions don't.
    if (kind === 'OAuth, read' && CHANGES.test(name)) expect(error?.code).toBe('insufficient_scope')
    if (kind !== 'org key' && !kind.includes('admin') && tool.operation.requires.role === 'ADMIN') {
      expect(FOR_WHO_MAY_NOT, `${name} by ${kind}`).toContain(error?.code)
    }
    if (refusal === 'insufficient_scope') expect(error.required_scope).toBe(`mcp:${tool.operation.requires.scope}`)
  }
})
