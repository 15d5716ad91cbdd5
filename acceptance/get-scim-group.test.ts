/** Operation 9: GET /scim/Groups/{id}. */
import { beforeAll, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { GROUP_SCHEMA, type Person, person, team } from './people.ts'
import { expectScimError, isHiddenFromRivals, NOTHING, needsKey } from './shared-checks.ts'

let ann: Person
let id: string
beforeAll(async () => {
  ann = await person('ann')
  id = await team([ann])
})

const get = (type?: string) => ask('GET', `/scim/Groups/${id}`, type === undefined ? {} : { headers: { accept: type } })
const request = () => ({ method: 'GET', path: `/scim/Groups/${id}` })

describe('every operation', () => {
  needsKey(request)
  isHiddenFromRivals(request, `/scim/Groups/${NOTHING}`, expectScimError)

  check('all.e', 'is read as either type', async () => {
    for (const type of ['application/json', 'application/scim+json']) {
      const answer = await get(type)
      expect([answer.status, answer.type?.split(';')[0]]).toEqual([200, type])
    }
  })
})

check('9.a', 'returns schemas, id, displayName and members with value and display', async () => {
  const answer = await get()
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    schemas: expect.arrayContaining([GROUP_SCHEMA]),
    id,
    displayName: expect.stringContaining('Team '),
  })
  expect(answer.body.members).toHaveLength(1)
  expect(answer.body.members[0]).toMatchObject({ value: ann.id, display: expect.any(String) })
})

check('9.b', 'answers 404 as a SCIM error for a group that is not there', async () => {
  for (const unknown of [NOTHING, 'none']) expectScimError(await ask('GET', `/scim/Groups/${unknown}`), 404)
})
