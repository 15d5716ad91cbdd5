import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { toSealPurpose } from './model.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const make = async () => (await webhookFor(world, { url: 'https://hooks.customer.example/' })).id
const rotate = (caller: Caller | undefined, id: string, body: unknown = {}) =>
  call(world.app, caller, 'POST', `/webhooks/${id}/rotate-secret`, { body })

/** The secrets that sign, as they are stored. */
async function secretsOf(id: string): Promise<(string | null)[]> {
  const [row] = await world.app.store.owner.query<{ secret: string; old_secret: string | null }>(
    'select secret, old_secret from webhooks where id = $1',
    [id],
  )
  const { sealer } = world.app.contextFor(world.app.operator(world.acme))
  return [row?.secret ?? null, row?.old_secret ?? null].map((sealed) =>
    sealed === null ? null : sealer.open(world.acme, toSealPurpose(id), sealed),
  )
}

describe('does', () => {
  it('makes a new secret, shown this once, and keeps the old one for a day', async () => {
    const { id, secret: old } = await webhookFor(world, { url: 'https://hooks.customer.example/' })
    const { status, body } = await rotate(world.alice, id)
    expect(status).toBe(200)
    const { secret, old_secret_expires_at, updated_at } = body.data
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(Date.parse(old_secret_expires_at) - Date.parse(updated_at)).toBe(24 * 3_600_000)
    expect(await secretsOf(id)).toEqual([secret, old])
    const read = await call(world.app, world.org, 'GET', `/webhooks/${id}`)
    expect(read.body.data).toEqual({ ...body.data, secret: undefined })
  })

  it('ends the old one at once, or after as many hours as it is told', async () => {
    const id = await make()
    const ended = (await rotate(world.org, id, { overlap_hours: 0 })).body.data
    expect([ended.old_secret_expires_at, await secretsOf(id)]).toEqual([null, [ended.secret, null]])
    const kept = (await rotate(world.org, id, { overlap_hours: 168 })).body.data
    expect(await secretsOf(id)).toEqual([kept.secret, ended.secret])
  })

  it('keeps the last two of several', async () => {
    const id = await make()
    const [first, second] = [await rotate(world.org, id), await rotate(world.org, id)]
    expect(await secretsOf(id)).toEqual([second.body.data.secret, first.body.data.secret])
  })
})

describe('refuses', () => {
  it.each([-1, 169, 1.5, '24'])('%j hours', async (overlap_hours) => {
    const answer = await rotate(world.org, await make(), { overlap_hours })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/overlap_hours')])
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'webhook', make, send: rotate }
  guardsThings(guarded)
  adminsOnly(guarded)
})
