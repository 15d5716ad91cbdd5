import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { connectionFor, createCrmWorld, workflowFor } from '../../../testing/crm-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let hubSpot: string
let salesforce: string
let program: string
beforeAll(async () => {
  world = await createCrmWorld()
  hubSpot = (await connectionFor(world, 'hubspot', 'https://api.hubapi.com')).uuid
  salesforce = (await connectionFor(world, 'salesforce', 'https://acme.my.salesforce.com')).uuid
  program = (await connectionFor(world, 'http', 'https://crm.acme.example')).uuid
})

const post = (caller: Caller | undefined, body: unknown) =>
  call(world.app, caller, 'POST', '/integration-workflows', { body })
const mapping = [{ fieldKey: 'pain', crmField: 'pain' }]
const valid = () => ({ name: ' Deals ', connectionUUID: hubSpot, entityCode: 'deals', fieldMapping: mapping })

describe('does', () => {
  it('creates a workflow, enabled, that waits to be triggered', async () => {
    const answer = await post(world.alice, valid())
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          uuid: expect.any(String),
          name: 'Deals',
          connectionUUID: hubSpot,
          enabled: true,
          entityCode: 'deals',
          direction: 'push',
          trigger: 'manual',
          fieldMapping: [{ fieldKey: 'pain', crmField: 'pain', overwrite: 'always' }],
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    ])
    const read = await call(world.app, world.org, 'GET', `/integration-workflows/${answer.body.data.uuid}`)
    expect(read.body).toEqual(answer.body)
  })

  it('takes what each kind of CRM can take', async () => {
    const more = { trigger: 'on_confirmed', enabled: false, direction: 'push' }
    const fieldMapping = [{ fieldKey: '痛み.1', crmField: 'Pain__c', overwrite: 'if_empty' }]
    const force = await post(world.org, {
      ...valid(),
      ...more,
      connectionUUID: salesforce,
      entityCode: 'lead',
      fieldMapping,
    })
    expect(force.body.data).toMatchObject({ ...more, entityCode: 'lead', fieldMapping })
    const own = await post(world.org, {
      ...{ ...valid(), connectionUUID: program.toUpperCase(), entityCode: 'pipelines' },
      fieldMapping: [{ fieldKey: 'a', crmField: 'Any name / at all' }],
    })
    expect([own.status, own.body.data.connectionUUID]).toEqual([201, program])
  })

  it('lets an organization have fifty of them, whoever comes at the same moment', async () => {
    const other = await createWorld(world.app)
    const { uuid } = await connectionFor(other, 'http', 'https://crm.acme.example')
    const make = () =>
      call(world.app, other.org, 'POST', '/integration-workflows', { body: { ...valid(), connectionUUID: uuid } })
    for (let n = 0; n < 48; n++) await workflowFor(other, uuid)
    const answers = await Promise.all(Array.from({ length: 4 }, make))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(
      resourceError(409, 'too_many_integration_workflows', ''),
    )
  })
})

describe('refuses', () => {
  const one = (given: object) => [{ fieldKey: 'a', crmField: 'a', ...given }]
  it.each<[string, object, string]>([
    ['a blank name', { name: ' ' }, '/name'],
    ['a name of 129 characters', { name: 'x'.repeat(129) }, '/name'],
    ['no connection', { connectionUUID: undefined }, '/connectionUUID'],
    ['an unknown connection', { connectionUUID: NOBODY }, '/connectionUUID'],
    ['a connection that is no UUID', { connectionUUID: 'hubspot' }, '/connectionUUID'],
    ['no entity', { entityCode: undefined }, '/entityCode'],
    ['an entity of another CRM', { entityCode: 'opportunity' }, '/entityCode'],
    ['an entity that is never written', { entityCode: 'owners' }, '/entityCode'],
    ['another direction', { direction: 'pull' }, '/direction'],
    ['another trigger', { trigger: 'hourly' }, '/trigger'],
    ['no mapping', { fieldMapping: [] }, '/fieldMapping'],
    ['101 fields', { fieldMapping: Array(101).fill({ fieldKey: 'a', crmField: 'a' }) }, '/fieldMapping'],
    ['an empty key', { fieldMapping: one({ fieldKey: '' }) }, '/fieldMapping/0/fieldKey'],
    ['a key with a NUL', { fieldMapping: one({ fieldKey: '\u0000' }) }, '/fieldMapping/0/fieldKey'],
    ['a field that could be none', { fieldMapping: one({ crmField: 'a/b' }) }, '/fieldMapping/0/crmField'],
    ['another way to overwrite', { fieldMapping: one({ overwrite: 'never' }) }, '/fieldMapping/0/overwrite'],
    [
      'one field of the CRM twice',
      { fieldMapping: [...one({}), { fieldKey: 'b', crmField: 'a' }] },
      '/fieldMapping/1/crmField',
    ],
  ])('%s, and points at it', async (_, given, pointer) => {
    const answer = await post(world.org, { ...valid(), ...given })
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })

  it('a connection of another organization', async () => {
    const answer = await post(world.rivalOrg, valid())
    expect([answer.status, answer.body]).toEqual([400, refusedField('/connectionUUID')])
  })
})

describe('who may', () => {
  it('is admins and org-level keys, and nobody else', async () => {
    expect((await post(undefined, valid())).status).toBe(401)
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await post(caller, valid())
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})
