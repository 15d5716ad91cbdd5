import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createCrmWorld } from '../../../testing/crm-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createCrmWorld()
})

const post = (caller: Caller | undefined, body: unknown) =>
  call(world.app, caller, 'POST', '/crm-connections', { body })
const hubSpot = { kind: 'hubspot', name: ' HubSpot ', credentials: { token: 'pat-na1-secret' } }
const salesforce = {
  kind: 'salesforce',
  name: 'Salesforce',
  url: 'https://acme.my.salesforce.com',
  credentials: { clientId: 'id', clientSecret: 'secret-of-client' },
}
const program = { kind: 'http', name: 'Ours', url: 'https://crm.acme.example/hook?key=1' }

describe('does', () => {
  it('connects to HubSpot, with all that is usual, and never tells the token again', async () => {
    const answer = await post(world.alice, { ...hubSpot, teamUUID: world.teams.north })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          uuid: expect.any(String),
          name: 'HubSpot',
          kind: 'hubspot',
          url: 'https://api.hubapi.com',
          credentialsChangedAt: expect.any(String),
          teamUUID: world.teams.north,
          entities: ['companies', 'contacts', 'deals'].map((code) => ({
            ...{ code, fields: expect.any(Array), readUntil: null, records: 0 },
          })),
          syncMinutes: 30,
          sync: { state: 'queued', startedAt: null, finishedAt: null, records: 0, fault: null },
          pausedUntil: null,
          pausedFor: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    ])
    expect(answer.text).not.toContain('pat-na1')
    const read = await call(world.app, world.org, 'GET', `/crm-connections/${answer.body.data.uuid}`)
    expect(read.body).toEqual(answer.body)
  })

  it('keeps what it is given sealed', async () => {
    const { body } = await post(world.org, hubSpot)
    const [row] = await world.app.store.owner.query<{ credentials: string }>(
      'select credentials from crm_connections where id = $1',
      [body.data.uuid],
    )
    expect(row?.credentials).toMatch(/^v1\./)
    expect(Buffer.from(row?.credentials.slice(3) ?? '', 'base64url').toString('latin1')).not.toContain('pat-na1')
  })

  it('connects to Salesforce, for itself or for a user', async () => {
    const itself = await post(world.org, salesforce)
    expect(itself.body.data).toMatchObject({ url: 'https://acme.my.salesforce.com', kind: 'salesforce' })
    expect(itself.body.data.entities.map(({ code }: { code: string }) => code)).toEqual([
      'account',
      'contact',
      'opportunity',
    ])
    const { url: _, ...rest } = salesforce
    const user = await post(world.org, { ...rest, credentials: { ...rest.credentials, refreshToken: '5Aep' } })
    expect(user.body.data.url).toBe('https://login.salesforce.com')
  })

  it('keeps the address as it is given, a slash at its end too', async () => {
    for (const url of ['https://crm.acme.example/hook/', 'https://crm.acme.example/hook', 'https://crm.acme.example']) {
      expect((await post(world.org, { ...program, url })).body.data.url).toBe(url)
    }
  })

  it('makes a secret for a program, and tells it this once', async () => {
    const { body } = await post(world.org, program)
    expect(body.data).toMatchObject({ secret: expect.stringMatching(/^whsec_/), syncMinutes: 0, entities: [] })
    expect(body.data.sync.state).toBe('idle')
    const read = await call(world.app, world.org, 'GET', `/crm-connections/${body.data.uuid}`)
    expect(read.body.data.secret).toBeUndefined()
    const own = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const given = await post(world.org, { ...program, credentials: { secret: own } })
    expect([given.status, given.body.data.secret]).toEqual([201, undefined])
  })

  it('reads what it is told to, and the titles of deals in any case', async () => {
    const entities = [{ code: 'deals', fields: ['amount', 'amount'] }, { code: 'companies' }]
    const { body } = await post(world.org, { ...hubSpot, entities, syncMinutes: 0 })
    expect(body.data.entities[0]).toMatchObject({ code: 'deals', fields: ['dealname', 'amount'] })
    expect(body.data.entities[1].fields).toContain('domain')
    expect(body.data.sync.state).toBe('idle')
  })

  it('lets an organization have twenty of them, whoever comes at the same moment', async () => {
    const other = await createWorld(world.app)
    const make = () => call(world.app, other.org, 'POST', '/crm-connections', { body: { ...program } })
    for (let n = 0; n < 16; n++) await make()
    const answers = await Promise.all(Array.from({ length: 8 }, make))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(4).fill(201), ...Array(4).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(
      resourceError(409, 'too_many_crm_connections', ''),
    )
  })
})

describe('refuses', () => {
  it.each<[string, object, string]>([
    ['no kind', { name: 'x' }, '/kind'],
    ['another kind', { ...hubSpot, kind: 'pipedrive' }, '/kind'],
    ['no name', { ...hubSpot, name: ' ' }, '/name'],
    ['a name of 129 characters', { ...hubSpot, name: 'x'.repeat(129) }, '/name'],
    ['an address that is none', { ...hubSpot, url: 'hubspot' }, '/url'],
    ['an address with a password', { ...hubSpot, url: 'https://a:b@api.hubapi.com' }, '/url'],
    ['plain http', { ...hubSpot, url: 'http://1.1.1.1' }, '/url'],
    ['a private address', { ...hubSpot, url: 'https://10.0.0.1' }, '/url'],
    ['the address of the machine in the cloud', { ...hubSpot, url: 'http://169.254.169.254' }, '/url'],
    ['HubSpot without a token', { ...hubSpot, credentials: {} }, '/credentials/token'],
    ['a token with a line break', { ...hubSpot, credentials: { token: 'a\nb' } }, '/credentials/token'],
    ['Salesforce without an id', { ...salesforce, credentials: {} }, '/credentials/clientId'],
    ['Salesforce without a secret', { ...salesforce, credentials: { clientId: 'x' } }, '/credentials/clientSecret'],
    ['Salesforce by its own right without My Domain', { ...salesforce, url: undefined }, '/url'],
    ['a program without an address', { kind: 'http', name: 'x' }, '/url'],
    ['a secret that is too short', { ...program, credentials: { secret: 'whsec_AAAA' } }, '/credentials/secret'],
    ['an entity of another CRM', { ...hubSpot, entities: [{ code: 'account' }] }, '/entities/0/code'],
    ['an entity twice', { ...hubSpot, entities: [{ code: 'deals' }, { code: 'deals' }] }, '/entities/1/code'],
    [
      'a field that is none',
      { ...hubSpot, entities: [{ code: 'deals', fields: ['amount', 'a,b'] }] },
      '/entities/0/fields/1',
    ],
    [
      'SOQL for a field',
      { ...salesforce, entities: [{ code: 'account', fields: ['Id FROM User'] }] },
      '/entities/0/fields/0',
    ],
    ['reading from a program', { ...program, syncMinutes: 5 }, '/syncMinutes'],
    ['entities of a program', { ...program, entities: [{ code: 'deals' }] }, '/entities/0/code'],
    ['minutes below none', { ...hubSpot, syncMinutes: -1 }, '/syncMinutes'],
    ['an unknown team', { ...hubSpot, teamUUID: NOBODY }, '/teamUUID'],
  ])('%s, and points at it', async (_, body, pointer) => {
    const answer = await post(world.org, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    expect(answer.text).not.toMatch(/pat-na1|secret-of-client|169\.254/)
  })

  it('a team of another organization', async () => {
    const answer = await post(world.rivalOrg, { ...hubSpot, teamUUID: world.teams.north })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/teamUUID')])
  })
})

describe('who may', () => {
  it('is nobody without a key', async () => {
    const answer = await post(undefined, hubSpot)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world.mark, world.bob, world.carol]) {
      const answer = await post(caller, hubSpot)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})
