import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { folderFor, guardsThings, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: object) =>
  call(world.app, caller, 'PATCH', `/library/items/${id}`, { body })
const read = async (id: string) => (await call(world.app, world.org, 'GET', `/library/items/${id}`)).body
const inThere = resourceError(409, 'already_in_folder', '/folderUUID')

describe('does', () => {
  it('moves it to another folder, to the root, and to where it is', async () => {
    const id = await itemFor(world)
    const before = (await read(id)).data
    const folderUUID = await folderFor(world)
    for (const into of [folderUUID, folderUUID, '', '']) {
      const answer = await patch(world.alice, id, { folderUUID: into })
      expect([answer.status, answer.body]).toEqual([
        200,
        { data: { ...before, folderUUID: into, updatedAt: expect.stringMatching(/Z$/) } },
      ])
      expect(await read(id)).toEqual(answer.body)
    }
  })

  it('moves it into another library', async () => {
    const id = await itemFor(world, {}, world.bob)
    const own = await folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    expect((await patch(world.bob, id, { folderUUID: own })).body.data.userUUID).toBe(world.bob.userId)
    expect((await patch(world.bob, id, { folderUUID: '', myLibrary: true })).body.data).toMatchObject({
      folderUUID: '',
      userUUID: world.bob.userId,
    })
    expect((await patch(world.bob, id, { folderUUID: '' })).body.data).toMatchObject({ folderUUID: '', userUUID: '' })
  })

  it('brings one of two items of a snippet into a folder that both, and a third, want at once', async () => {
    for (let round = 0; round < 6; round++) {
      const { id: snippetUUID } = await snippetFor(world)
      const folderUUID = await folderFor(world)
      const [one, two] = [
        await itemFor(world, { snippetUUID }),
        await itemFor(world, { snippetUUID, folderUUID: await folderFor(world) }),
      ]
      const answers = await Promise.all([
        patch(world.org, one, { folderUUID }),
        patch(world.org, two, { folderUUID }),
        call(world.app, world.org, 'POST', '/library/items', { body: { snippetUUID, folderUUID } }),
      ])
      const statuses = answers.map(({ status }) => status).sort()
      expect([
        [200, 409, 409],
        [201, 409, 409],
      ]).toContainEqual(statuses)
    }
  })

  it('meets the deletion of its snippet at the same moment with one sensible outcome', async () => {
    for (let round = 0; round < 6; round++) {
      const { id: snippetUUID } = await snippetFor(world)
      const id = await itemFor(world, { snippetUUID })
      const [moved, deleted] = await Promise.all([
        patch(world.org, id, { folderUUID: await folderFor(world) }),
        call(world.app, world.org, 'DELETE', `/snippets/${snippetUUID}`),
      ])
      expect([200, 404]).toContain(moved.status)
      expect(deleted.status).toBe(204)
      expect(await read(id)).toEqual(notFound('item'))
    }
  })
})

describe('refuses', () => {
  it.each([
    ['no folder', {}, '/folderUUID'],
    ['a malformed folder', { folderUUID: 'x' }, '/folderUUID'],
    ['an unknown folder', { folderUUID: NOBODY }, '/folderUUID'],
    ['nobody whose own library it is', { folderUUID: '', myLibrary: true }, '/userUUID'],
  ])('%s, and moves nothing', async (_, body, pointer) => {
    const id = await itemFor(world)
    const before = await read(id)
    const answer = await patch(world.org, id, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    expect(await read(id)).toEqual(before)
  })

  it('a folder where the snippet lies already', async () => {
    const { id: snippetUUID } = await snippetFor(world)
    const folderUUID = await folderFor(world)
    await itemFor(world, { snippetUUID, folderUUID })
    const id = await itemFor(world, { snippetUUID })
    const answer = await patch(world.org, id, { folderUUID })
    expect([answer.status, answer.body]).toEqual([409, inThere])
  })

  guardsThings(
    'item',
    () => world,
    () => itemFor(world),
    (caller, id) => patch(caller, id, { folderUUID: '' }),
  )
})

describe('who may', () => {
  it('is who put it there, and admins; others who see it are told, and who does not see it is not', async () => {
    const id = await itemFor(world, {}, world.bob)
    for (const caller of [world.bob, world.alice, world.org]) {
      expect((await patch(caller, id, { folderUUID: await folderFor(world) })).status).toBe(200)
    }
    const seen = await patch(world.mark, id, { folderUUID: '' })
    expect([seen.status, seen.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    expect((await patch(world.carol, id, { folderUUID: '' })).body).toEqual(notFound('item'))
  })

  it('is a user in their own library, whoever put it there, and nobody into a library they do not see', async () => {
    const own = await folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    const id = await itemFor(world, { folderUUID: own }, world.alice)
    const theirs = await folderFor(world, { myLibrary: true, userUUID: world.mark.userId })
    expect((await patch(world.bob, id, { folderUUID: theirs })).body).toEqual(refusedField('/folderUUID'))
    expect((await patch(world.bob, id, { folderUUID: '', myLibrary: true })).status).toBe(200)
    expect((await patch(world.mark, id, { folderUUID: '' })).body).toEqual(notFound('item'))
  })

  it('is no longer who put it there when the conversation is hidden from them', async () => {
    const conversation_id = await talkFor(world)
    const { id: snippetUUID } = await snippetFor(world, { conversation_id })
    const id = await itemFor(world, { snippetUUID }, world.mark)
    await call(world.app, world.bob, 'PUT', `/conversations/${conversation_id}/privacy`, { body: { private: true } })
    expect((await patch(world.mark, id, { folderUUID: '' })).body).toEqual(notFound('item'))
  })
})
