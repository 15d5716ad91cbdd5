import { beforeAll, describe, expect, it } from 'vitest'
import { tools } from '../../catalog.ts'
import { newId } from '../../core/clock.ts'
import { fixedReader } from '../../core/db.ts'
import type { InternalTools } from '../../core/internal-tools.ts'
import type { Principal } from '../../core/principal.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createToolBox } from './internal-tools.ts'

let world: World
let box: InternalTools
let carol: Principal
beforeAll(async () => {
  world = await createWorld()
  box = createToolBox({ tools, contextFor: world.app.contextFor })
  carol = {
    ...{ organizationId: world.acme, role: 'SALES_REP', scopes: ['read', 'write'], via: 'api_key' },
    user: { id: world.carol.userId ?? '', email: world.carol.email ?? '', teamIds: [world.teams.support] },
  }
})

const from = () => ({ signal: new AbortController().signal, requestId: newId() })

describe('the tool box', () => {
  it('holds every tool, as clients are told of it', () => {
    expect(box.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    expect(box.tools.find(({ name }) => name === 'archive_team')).toMatchObject({
      requires: { scope: 'write', role: 'ADMIN' },
      inputSchema: { type: 'object', additionalProperties: false, required: ['team_id'] },
    })
  })

  it('calls with the rights of the caller, on the road of every call', async () => {
    expect(await box.call(carol, 'get_me', {}, from())).toMatchObject({
      data: { user: { email: 'carol@acme.example' } },
    })
    expect(await box.call(carol, 'create_team', { name: 'Mine' }, from())).toMatchObject({
      error: { code: 'admin_required' },
    })
    const reads: Principal = { ...carol, role: 'ADMIN', scopes: ['read'] }
    expect(await box.call(reads, 'create_team', { name: 'Mine' }, from())).toMatchObject({
      error: { code: 'insufficient_scope', required_scope: 'mcp:write' },
    })
  })

  it.each([
    ['no_such_tool', {}, 'not_found'],
    ['get_team', { team_id: 'none' }, 'validation_failed'],
    ['get_team', 'none', 'validation_failed'],
    ['get_team', { team_id: newId() }, 'not_found'],
  ])('tells what is wrong with %s %j', async (name, args, code) => {
    expect(await box.call(carol, name, args, from())).toMatchObject({ error: { code } })
  })

  it('tells in the audit log who asked for it', async () => {
    const admin: Principal = { ...carol, role: 'ADMIN' }
    const asked = from()
    await box.call(admin, 'create_team', { name: 'Asked for' }, asked)
    const rows = await world.app.store.owner.query('select operation, user_id from audit_log where request_id = $1', [
      asked.requestId,
    ])
    expect(rows).toEqual([{ operation: 'createTeam', user_id: world.carol.userId }])
  })

  it('calls nothing for who wants no more, and tells nothing of an error of ours', async () => {
    const signal = AbortSignal.abort(new Error('No more.'))
    await expect(box.call(carol, 'get_me', {}, { ...from(), signal })).rejects.toThrow('No more.')
    const lines: unknown[] = []
    const broken = createToolBox({
      tools,
      contextFor: (principal) => {
        const ctx = world.app.contextFor(principal)
        const note = (...line: unknown[]) => void lines.push(line)
        const db = new Proxy(ctx.db, {
          get() {
            throw new Error('secret words of a driver')
          },
        })
        const openReader = () => fixedReader(db)
        return { ...ctx, db, openReader, log: { ...ctx.log, info: note, error: note } as typeof ctx.log }
      },
    })
    const asked = from()
    const answer = await broken.call(carol, 'get_me', {}, asked)
    expect(answer).toMatchObject({ error: { code: 'unavailable', request_id: asked.requestId } })
    expect(JSON.stringify(answer)).not.toContain('driver')
    expect(JSON.stringify(lines)).toContain('secret words of a driver')
  })
})
