import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { suggestionsPath, unnamedCallFor } from '../../../testing/speaker-suggestions-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = async (id: string) => (await call(world.app, world.bob, 'GET', suggestionsPath(id))).body
const dismiss = (id: string, body: unknown) =>
  call(world.app, world.bob, 'POST', `${suggestionsPath(id)}/dismiss`, { body })

describe('does', () => {
  it('stops suggesting a dismissed name, for this conversation alone', async () => {
    const [id, other] = [await unnamedCallFor(world), await unnamedCallFor(world)]
    const body = { speaker: 'Speaker 2', name: 'Omar' }
    expect((await dismiss(id, body)).body).toEqual({ dismissed: true })
    expect((await dismiss(id, { ...body, name: ' OMAR ' })).body).toEqual({ dismissed: false })
    expect((await list(id)).data).toMatchObject([{ name: 'Dana Whitfield' }])
    expect((await list(other)).data).toHaveLength(2)
  })
})

describe('refuses', () => {
  it('a dismissal without a speaker or a name', async () => {
    const id = await unnamedCallFor(world)
    for (const body of [{}, { speaker: 'Speaker 1' }, { speaker: 'Speaker 1', name: ' ' }, { speaker: 1, name: 'A' }]) {
      expect((await dismiss(id, body)).status).toBe(400)
    }
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) =>
      call(world.app, caller, 'POST', `${suggestionsPath(id)}/dismiss`, { body: { speaker: 'Speaker 1', name: 'A' } }),
  )
})
