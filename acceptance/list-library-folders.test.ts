/** Operation 15: GET /library/folders. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { conversation, type Person, person } from './people.ts'
import { expectError, givesBothTypes, NOTHING, needsKey } from './shared-checks.ts'

let ann: Person
const names = { mine: `Mine ${randomUUID()}`, ours: `Ours ${randomUUID()}`, hidden: `Hidden ${randomUUID()}` }
beforeAll(async () => {
  ann = await person('ann')
  const talk = await conversation({ userID: ann.id })
  const clip = (in_library: object) =>
    ask('POST', '/snippets', {
      body: { user_uuid: ann.id, conversation_id: talk, video: { start_time: 1, end_time: 2 }, in_library },
    })
  await clip({ my_library: true, folder_path: `${names.mine}/A` })
  await clip({ my_library: true, folder_path: `${names.mine}/B` })
  await clip({ my_library: true, folder_path: names.mine })
  await clip({ my_library: false, folder_path: names.ours })
  await clip({ my_library: true, folder_path: names.hidden })
  const hidden = folderOf(await root({ myLibrary: 'true' }), names.hidden)
  expect((await ask('PATCH', `/library/folders/${hidden.uuid}`, { body: { hidden: true }, key: ann.key })).status).toBe(
    200,
  )
})

interface SubFolder {
  uuid: string
  name: string
  parentUUID: string
  hidden: boolean
  totalElements: number
  totalFolders: number
}
interface Folder extends Record<string, unknown> {
  uuid: string
  subFolders: SubFolder[]
}

const list = (query: Record<string, string> = {}, key?: string) =>
  ask(
    'GET',
    `/library/folders?${new URLSearchParams({ userUUID: ann.id, ...query })}`,
    key === undefined ? {} : { key },
  )
const root = async (query: Record<string, string> = {}): Promise<Folder> => (await list(query)).body.data
const namesOf = ({ subFolders }: Folder) => subFolders.map(({ name }) => name)
function folderOf(folder: Folder, name: string): SubFolder {
  const found = folder.subFolders.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

const request = () => ({ method: 'GET', path: `/library/folders?userUUID=${ann.id}` })
describe('every operation', () => {
  needsKey(request)
  givesBothTypes(request)
})

describe('does', () => {
  check('15.a', 'returns the root without a folder id', async () => {
    const folder = await root({ myLibrary: 'true' })
    expect(folder).toMatchObject({ uuid: '', path: '/', parentUUID: '' })
    expect(namesOf(folder)).toContain(names.mine)
  })

  check('15.b', 'returns the direct subfolders of a folder', async () => {
    const mine = folderOf(await root({ myLibrary: 'true' }), names.mine)
    const folder = await root({ myLibrary: 'true', folderUUID: mine.uuid })
    expect(folder.uuid).toBe(mine.uuid)
    expect(namesOf(folder)).toEqual(['A', 'B'])
    expect(folder.subFolders.map(({ parentUUID }) => parentUUID)).toEqual([mine.uuid, mine.uuid])
  })

  check('15.d', 'returns personal folders or those of the organization', async () => {
    const [personal, shared] = [await root({ myLibrary: 'true' }), await root({ myLibrary: 'false' })]
    expect(namesOf(personal)).toContain(names.mine)
    expect(namesOf(personal)).not.toContain(names.ours)
    expect(namesOf(shared)).toContain(names.ours)
    expect(namesOf(shared)).not.toContain(names.mine)
    expect(namesOf(await root())).toEqual(namesOf(shared))
  })

  check('15.e', 'omits hidden folders unless they are requested', async () => {
    expect(namesOf(await root({ myLibrary: 'true' }))).not.toContain(names.hidden)
    expect(namesOf(await root({ myLibrary: 'true', includeHidden: 'true' }))).toContain(names.hidden)
  })

  check('15.f', 'returns every field, and counts what lies directly in it', async () => {
    const folder = await root({ myLibrary: 'true' })
    expect(folder).toEqual({
      uuid: '',
      name: expect.any(String),
      organizationUUID: expect.any(String),
      parentUUID: '',
      path: '/',
      hidden: false,
      userUUID: ann.id,
      subFolders: expect.any(Array),
      subFoldersTotal: folder.subFolders.length,
    })
    expect(folderOf(folder, names.mine)).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: names.mine,
      parentUUID: '',
      hidden: false,
      totalElements: 1,
      totalFolders: 2,
    })
  })
})

describe('errors', () => {
  check('15.c', 'requires a user', async () => {
    expectError(await ask('GET', '/library/folders'), 400, '/query/userUUID')
    expectError(await ask('GET', '/library/folders?userUUID=ann'), 400, '/query/userUUID')
  })

  check('15.g', 'answers 404 for a user or a folder that is not there', async () => {
    expectError(await ask('GET', `/library/folders?userUUID=${NOTHING}`), 404)
    expectError(await list({ folderUUID: NOTHING }), 404)
  })

  check('15.e', 'rejects flags that are none', async () => {
    expectError(await list({ includeHidden: 'perhaps' }), 400, '/query/includeHidden')
    expectError(await list({ myLibrary: 'perhaps' }), 400, '/query/myLibrary')
  })
})
