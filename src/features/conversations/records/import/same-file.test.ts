/** A repeated upload returns the call that has the file, if the user can see it and asks for it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { fileForm } from '../../../../testing/file-form.ts'
import { wave } from '../../../../testing/sound.ts'
import { type Caller, createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

let number = 1
const newText = () => `Ana: We sign contract ${number++}.\nBen: Very well.\n`
const newSound = () => wave({ seconds: 0.5 + number++ / 100, rate: 8_000 })

const send = (caller: Caller, content: string | Buffer, fields: Record<string, string> = { reuseSameFile: 'true' }) =>
  call(
    world.app,
    caller,
    'POST',
    '/conversations/import',
    fileForm(typeof content === 'string' ? 'call.txt' : 'call.wav', content, fields),
  )

const count = async () => (await call(world.app, world.org, 'GET', '/conversations/list')).body.meta.totalRecords

describe('a repeated file', () => {
  it.each([
    ['a transcript', newText],
    ['a large transcript', () => newText() + 'Ana: And then we met again in the office.\n'.repeat(8_000)],
    ['a recording', newSound],
  ])('is the call that has it: %s', async (_, create) => {
    const content = create()
    const first = await send(world.bob, content)
    expect([first.status, first.body.isNew]).toEqual([202, true])
    const before = await count()
    const again = await send(world.bob, content)
    expect([again.status, again.body]).toMatchObject([202, { uuid: first.body.uuid, isNew: false }])
    expect([again.body.reading, await count()]).toEqual([first.body.reading, before])
    // Another user who sees the call.
    expect((await send(world.mark, content)).body).toMatchObject({ uuid: first.body.uuid, isNew: false })
  })

  it('is another call unless the client asks for the known one', async () => {
    const text = newText()
    const first = await send(world.bob, text, {})
    const second = await send(world.bob, text, {})
    const third = await send(world.bob, text, { reuseSameFile: 'false' })
    expect(Object.keys(first.body).toSorted()).toEqual(['reading', 'uuid'])
    expect(new Set([first, second, third].map(({ body }) => body.uuid)).size).toBe(3)
    // The earliest one.
    expect((await send(world.bob, text)).body.uuid).toBe(first.body.uuid)
  })

  it('is found in an archived call', async () => {
    const text = newText()
    const { uuid } = (await send(world.bob, text)).body
    await call(world.app, world.bob, 'DELETE', `/conversations/${uuid}`)
    expect((await send(world.bob, text)).body).toMatchObject({ uuid, isNew: false })
  })

  it('is imported after the call was erased', async () => {
    const text = newText()
    const { uuid } = (await send(world.bob, text)).body
    const erased = await call(world.app, world.alice, 'DELETE', `/conversations/${uuid}`, { query: { erase: 'true' } })
    expect(erased.status).toBeLessThan(300)
    const again = (await send(world.bob, text)).body
    expect([again.isNew, again.uuid === uuid]).toEqual([true, false])
  })
})

describe('a call that the user can’t see', () => {
  it.each<[string, () => Caller, () => Caller, Record<string, string>]>([
    ['of another team', () => world.bob, () => world.carol, {}],
    ['that is private', () => world.bob, () => world.mark, { private: 'true' }],
    ['of another organization', () => world.bob, () => world.mallory, {}],
    ['of another organization, with its key', () => world.bob, () => world.rivalOrg, {}],
  ])('isn’t revealed: %s', async (_, owner, other, fields) => {
    for (const content of [newText(), newSound()]) {
      const { uuid } = (await send(owner(), content, fields)).body
      const { body } = await send(other(), content)
      expect([body.isNew, body.uuid === uuid]).toEqual([true, false])
    }
  })

  it('is found by an admin, also if it is private', async () => {
    const text = newText()
    const { uuid } = (await send(world.bob, text, { private: 'true' })).body
    expect((await send(world.alice, text)).body).toMatchObject({ uuid, isNew: false })
  })
})

it('several imports of a file at the same time create one call', async () => {
  for (const content of [newText(), newSound()]) {
    const before = await count()
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(world.bob, content)))
    const [first] = answers
    expect(new Set(answers.map(({ body }) => body.uuid))).toEqual(new Set([first?.body.uuid]))
    expect(answers.filter(({ body }) => body.isNew)).toHaveLength(1)
    expect(await count()).toBe(before + 1)
  }
})
