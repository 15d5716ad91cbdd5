/** Operation 17: GET /organizations/users. */
import { beforeAll, describe, expect } from 'vitest'
import { ask, RIVAL_KEY } from './ask.ts'
import { check } from './check.ts'
import { type Person, person, team } from './people.ts'
import { expectError, givesBothTypes, NOTHING, needsKey } from './shared-checks.ts'

let ann: Person
let ben: Person
let theirs: string
beforeAll(async () => {
  ann = await person('ann')
  ben = await person('ben')
  theirs = await team([ann])
})
const list = (query = '', key?: string) => ask('GET', `/organizations/users${query}`, key === undefined ? {} : { key })
const ids = async (query = '', key?: string) =>
  (await list(query, key)).body.data.map(({ uuid }: { uuid: string }) => uuid)

const request = () => ({ method: 'GET', path: '/organizations/users' })
describe('every operation', () => {
  needsKey(request)
  givesBothTypes(request)
})

check('17.a', 'returns all users of the organization, and those of one team', async () => {
  expect(await ids()).toEqual(expect.arrayContaining([ann.id, ben.id]))
  expect(await ids(`?teamUUID=${theirs}`)).toEqual([ann.id])
  expect(await ids('', ann.key)).toEqual(await ids())
})

check('17.a', 'returns none of them to another organization', async () => {
  expect(await ids('', RIVAL_KEY)).not.toContain(ann.id)
})

check('17.b', 'returns every field of a user', async () => {
  const { body } = await list(`?teamUUID=${theirs}`)
  expect(body.data[0]).toMatchObject({
    uuid: ann.id,
    email: ann.email,
    firstName: 'ann',
    lastName: 'Acceptance',
    botName: expect.any(String),
    primaryTeamUUID: expect.any(String),
    transcriptLang: expect.any(String),
    roles: [{ name: expect.any(String), type: 'SALES_REP', uuid: expect.any(String) }],
    settings: {
      joinWhenIAmHostAndAlone: expect.any(Boolean),
      joinWhenIAmHostWithPeers: expect.any(Boolean),
      realTimeCapabilitiesOFF: expect.any(Boolean),
    },
    teams: [
      {
        uuid: theirs,
        name: expect.any(String),
        domain: expect.any(String),
        organizationUUID: expect.any(String),
        children: [],
      },
    ],
  })
})

check('17.c', 'answers 404 for a team that is not there, or of another organization', async () => {
  expectError(await list(`?teamUUID=${NOTHING}`), 404, '/query/teamUUID')
  expect((await list(`?teamUUID=${theirs}`, RIVAL_KEY)).body).toEqual((await list(`?teamUUID=${NOTHING}`)).body)
  expectError(await list('?teamUUID=sales'), 400, '/query/teamUUID')
})
