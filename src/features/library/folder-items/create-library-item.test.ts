import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { folderFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let snippetUUID: string
beforeAll(async () => {
  world = await createWorld()
  snippetUUID = (await snippetFor(world)).id
})

const post = (caller: Caller | undefined, body: object) => call(world.app, caller, 'POST', '/library/items', { body })
const inThere = resourceError(409, 'already_in_folder', '/snippetUUID')

describe('does', () => {
  it('puts a snippet into a folder, and tells the item with its snippet', async () => {
    const folderUUID = await folderFor(world)
    const answer = await post(world.bob, { snippetUUID, folderUUID })
    const snippet = (await call(world.app, world.bob, 'GET', `/snippets/${snippetUUID}`)).body.data
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        ...{ uuid: expect.any(String), folderUUID, userUUID: '', addedByUUID: world.bob.userId },
        ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/), snippet },
      },
    })
  })

  it('puts it into several folders and roots, once into each', async () => {
    const { id } = await snippetFor(world)
    const own = await folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    for (const place of [{ folderUUID: await folderFor(world) }, {}, { myLibrary: true }, { folderUUID: own }]) {
      expect((await post(world.bob, { snippetUUID: id, ...place })).status).toBe(201)
      const again = await post(world.alice, { snippetUUID: id, userUUID: world.bob.userId, ...place })
      expect([again.status, again.body]).toEqual([409, inThere])
    }
  })

  it('is done by one of eight who put it there at once', async () => {
    const folderUUID = await folderFor(world)
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(world.bob, { snippetUUID, folderUUID })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  it('leaves nothing behind where the snippet is deleted at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await snippetFor(world)
      const [made, deleted] = await Promise.all([
        post(world.bob, { snippetUUID: id }),
        call(world.app, world.bob, 'DELETE', `/snippets/${id}`),
      ])
      expect([201, 400]).toContain(made.status)
      expect(deleted.status).toBe(204)
      expect(await world.app.store.owner.query('select id from library_items where snippet_id = $1', [id])).toEqual([])
    }
  })
})

describe('refuses', () => {
  it.each([
    ['no snippet', { snippetUUID: undefined }, '/snippetUUID'],
    ['a malformed snippet', { snippetUUID: 'x' }, '/snippetUUID'],
    ['an unknown snippet', { snippetUUID: NOBODY }, '/snippetUUID'],
    ['a malformed folder', { folderUUID: 'x' }, '/folderUUID'],
    ['an unknown folder', { folderUUID: NOBODY }, '/folderUUID'],
    ['an unknown user', { myLibrary: true, userUUID: NOBODY }, '/userUUID'],
    ['nobody whose own library it is', { myLibrary: true }, '/userUUID'],
  ])('%s', async (_, given, pointer) => {
    const answer = await post(world.org, { snippetUUID, ...given })
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  it('is everyone who sees the snippet and the folder', async () => {
    expect((await post(undefined, { snippetUUID })).status).toBe(401)
    const { id } = await snippetFor(world)
    const own = await folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      expect((await post(caller, { snippetUUID: id, folderUUID: await folderFor(world) })).status).toBe(201)
    }
    expect((await post(world.mark, { snippetUUID: id, folderUUID: own })).body).toEqual(refusedField('/folderUUID'))
    expect((await post(world.alice, { snippetUUID: id, folderUUID: own })).status).toBe(201)
  })

  it('is nobody who does not see the snippet: there is none', async () => {
    const conversation_id = await talkFor(world, { private: true })
    const secret = await snippetFor(world, { conversation_id })
    for (const caller of [world.mark, world.carol, world.mallory, world.rivalOrg]) {
      const answer = await post(caller, { snippetUUID: secret.id })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/snippetUUID')])
    }
  })
})
