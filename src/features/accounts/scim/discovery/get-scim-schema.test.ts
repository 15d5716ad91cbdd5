import { beforeAll, describe, expect, it } from 'vitest'
import { GROUP_URN, guardsScim, scimError, scimOf } from '../../../../testing/scim.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const scim = scimOf(() => world)

describe('does', () => {
  it('tell one schema, as RFC 7643, section 7 has it', async () => {
    const { status, body } = await scim('GET', `/Schemas/${GROUP_URN}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
      id: GROUP_URN,
      name: 'Group',
      attributes: [
        {
          name: 'displayName',
          type: 'string',
          multiValued: false,
          required: true,
          caseExact: false,
          uniqueness: 'server',
        },
        {
          name: 'members',
          type: 'complex',
          multiValued: true,
          subAttributes: [{ name: 'value' }, { name: 'display' }, { name: '$ref' }, { name: 'type' }],
        },
      ],
      meta: { resourceType: 'Schema', location: `http://parley.test/v2/scim/Schemas/${GROUP_URN}` },
    })
  })
})

describe('refuses', () => {
  it.each(['urn:ietf:params:scim:schemas:core:2.0:Device', 'User', '%00', 'x'.repeat(300)])(
    'the unknown schema %s',
    async (urn) => {
      const answer = await scim('GET', `/Schemas/${urn}`)
      expect([answer.status, answer.body]).toEqual([404, scimError(404)])
    },
  )
})

describe('who may', () => {
  guardsScim(
    () => world,
    (caller) => scim('GET', `/Schemas/${GROUP_URN}`, undefined, { caller: caller ?? 'nobody' }),
  )
})
