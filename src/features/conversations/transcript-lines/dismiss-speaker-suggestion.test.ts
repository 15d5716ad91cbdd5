import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const LINES = [
  ['Speaker 1', 'Hello, my name is Dana Whitfield, and I lead support.'],
  ['Speaker 2', 'Hi Dana. Nice to meet you.'],
  ['Speaker 1', 'Omar, could you describe the outage?'],
  ['Speaker 2', 'Nothing was printed for two hours.'],
  ['Speaker 1', 'Thank you, Omar.'],
  ['Speaker 2', 'Of course.'],
] as const
const record = () =>
  importFor(world, {
    transcript: { segments: LINES.map(([speaker, text], at) => ({ speaker, text, start: at, end: at + 1 })) },
  })
const path = (id: string) => `/conversations/${id}/speakers/suggestions`
const list = async (id: string) => (await call(world.app, world.bob, 'GET', path(id))).body
const dismiss = (id: string, body: unknown) => call(world.app, world.bob, 'POST', `${path(id)}/dismiss`, { body })

describe('does', () => {
  it('stops suggesting a dismissed name, for this conversation alone', async () => {
    const [id, other] = [await record(), await record()]
    const body = { speaker: 'Speaker 2', name: 'Omar' }
    expect((await dismiss(id, body)).body).toEqual({ dismissed: true })
    expect((await dismiss(id, { ...body, name: ' OMAR ' })).body).toEqual({ dismissed: false })
    expect((await list(id)).data).toMatchObject([{ name: 'Dana Whitfield' }])
    expect((await list(other)).data).toHaveLength(2)
  })
})

describe('refuses', () => {
  it('a dismissal without a speaker or a name', async () => {
    const id = await record()
    for (const body of [{}, { speaker: 'Speaker 1' }, { speaker: 'Speaker 1', name: ' ' }, { speaker: 1, name: 'A' }]) {
      expect((await dismiss(id, body)).status).toBe(400)
    }
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) =>
      call(world.app, caller, 'POST', `${path(id)}/dismiss`, { body: { speaker: 'Speaker 1', name: 'A' } }),
  )
})
