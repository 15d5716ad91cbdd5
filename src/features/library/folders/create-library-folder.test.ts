import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { folderFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, body: unknown) =>
  call(world.app, caller, 'POST', '/library/folders', { body })
const taken = resourceError(409, 'folder_name_taken', '/name')

describe('does', () => {
  it('makes a folder in the root of the organization', async () => {
    const answer = await post(world.bob, { name: '  Calls ' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        ...{ uuid: expect.any(String), name: 'Calls', organizationUUID: world.acme, parentUUID: '', path: '/Calls' },
        ...{ hidden: false, userUUID: world.bob.userId, subFolders: [], subFoldersTotal: 0 },
        updatedAt: expect.stringMatching(/Z$/),
      },
    })
    const read = await call(world.app, world.carol, 'GET', `/library/folders/${answer.body.data.uuid}`)
    expect(read.body).toEqual(answer.body)
  })

  it('makes one in another, in whose library it then lies', async () => {
    const mine = await post(world.bob, { name: 'Mine', myLibrary: true })
    expect(mine.body.data).toMatchObject({ path: '/Mine', userUUID: world.bob.userId })
    const below = await post(world.bob, { name: 'Below', parentUUID: mine.body.data.uuid, hidden: true })
    expect(below.body.data).toMatchObject({ path: '/Mine/Below', parentUUID: mine.body.data.uuid, hidden: true })
    expect((await call(world.app, world.mark, 'GET', `/library/folders/${below.body.data.uuid}`)).status).toBe(404)
  })

  it('lets different folders and libraries have the same name', async () => {
    const parentUUID = await folderFor(world, { name: 'Twice' })
    for (const [caller, given] of [
      [world.org, { parentUUID }],
      [world.bob, { myLibrary: true }],
      [world.mark, { myLibrary: true }],
      [world.rivalOrg, {}],
    ] as const) {
      expect((await post(caller, { name: 'Twice', ...given })).status).toBe(201)
    }
  })

  it('gives a name to one of eight who want it at once', async () => {
    const names = ['At once', 'AT ONCE', 'at once', 'At oNCE']
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => post(world.bob, { name: names[i % 4] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(taken)
  })

  it('makes no orphan where the folder above is deleted at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const parentUUID = await folderFor(world)
      const [made, deleted] = await Promise.all([
        post(world.bob, { name: 'Below', parentUUID }),
        call(world.app, world.alice, 'DELETE', `/library/folders/${parentUUID}`),
      ])
      expect([`${made.status} ${deleted.status}`]).toEqual([expect.stringMatching(/^(201 409|400 204)$/)])
    }
  })
})

describe('refuses', () => {
  it.each([
    ['no name', {}, '/name'],
    ['a blank name', { name: ' ' }, '/name'],
    ['a name of 129 characters', { name: '🚀'.repeat(129) }, '/name'],
    ['a slash', { name: 'a/b' }, '/name'],
    ['two lines', { name: 'a\u2028b' }, '/name'],
    ['a NUL', { name: 'a\u0000' }, '/name'],
    ['a malformed parent', { name: 'x', parentUUID: 'root' }, '/parentUUID'],
    ['null for a parent', { name: 'x', parentUUID: null }, '/parentUUID'],
    ['an unknown parent', { name: 'x', parentUUID: NOBODY }, '/parentUUID'],
    ['an unknown user', { name: 'x', myLibrary: true, userUUID: NOBODY }, '/userUUID'],
    ['hidden as text', { name: 'x', hidden: 'no' }, '/hidden'],
  ])('%s', async (_, body, pointer) => {
    const answer = await post(world.org, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })

  it('an org-level key that names nobody whose own library it is', async () => {
    const answer = await post(world.org, { name: 'x', myLibrary: true })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/userUUID')])
  })

  it('a name that is taken, in any case and composition', async () => {
    await folderFor(world, { name: 'Größe' })
    for (const name of ['größe', 'GRÖßE', 'Gro\u0308ße']) {
      const answer = await post(world.org, { name })
      expect([answer.status, answer.body]).toEqual([409, taken])
    }
  })

  it('a folder below the twentieth', async () => {
    let parentUUID = ''
    for (let depth = 1; depth <= 20; depth++)
      parentUUID = await folderFor(world, { parentUUID, name: `Level ${depth}` })
    const answer = await post(world.org, { name: 'x', parentUUID })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/parentUUID')])
  })

  it('the thousand and first in one folder', async () => {
    const parentUUID = await folderFor(world)
    await world.app.store.owner.query(
      `insert into library_folders (organization_id, id, parent_id, name, name_folded, created_at, updated_at)
       select $1, gen_random_uuid(), $2, n, n, now(), now() from generate_series(1, 1000) n`,
      [world.acme, parentUUID],
    )
    const answer = await post(world.org, { name: 'x', parentUUID })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'too_many_folders', '/parentUUID')])
  })
})

describe('who may', () => {
  it('is everyone in the organization, and admins also for a user', async () => {
    expect((await post(undefined, { name: 'x' })).status).toBe(401)
    for (const caller of [world.org, world.alice, world.mark, world.carol]) {
      expect((await post(caller, { name: `of ${caller.email}` })).status).toBe(201)
    }
    const made = await post(world.alice, { name: 'For bob', myLibrary: true, userUUID: world.bob.userId })
    expect(made.body.data.userUUID).toBe(world.bob.userId)
    const answer = await post(world.mark, { name: 'For bob too', myLibrary: true, userUUID: world.bob.userId })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/userUUID')])
  })

  it('is nobody in a folder that they do not see', async () => {
    const own = await folderFor(world, { name: 'Own', myLibrary: true, userUUID: world.bob.userId })
    for (const caller of [world.mark, world.mallory, world.rivalOrg]) {
      const answer = await post(caller, { name: 'x', parentUUID: own })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/parentUUID')])
    }
    expect((await post(world.alice, { name: 'x', parentUUID: own })).status).toBe(201)
  })
})
