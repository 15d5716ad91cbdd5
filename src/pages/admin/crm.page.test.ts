/** CRMs in the app: connections, workflows and runs, against a stand-in of a CRM. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser, FormFields } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { connectionFor, createCrmWorld, talkWith, trigger, workflowFor } from '../../testing/crm-fixtures.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import type { World } from '../../testing/world.ts'

let world: World
let alice: Browser
let crm: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  world = await createCrmWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  crm = await startReceiver()
})

const CRM = '/admin/crm'
const submit = async (page: string, action: string, fields: FormFields = {}) =>
  alice.submit(`${page}/${action}`, await alice.get(page), fields)
const secretIn = (text: string) => /<code class="admin-secret"[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
const idOf = (path: string) => path.split('/').at(-1) ?? ''
const connection = async (id: string) => (await call(world.app, world.org, 'GET', `/crm-connections/${id}`)).body.data
const workflow = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/integration-workflows/${id}`)).body.data

const mapping = (...rows: readonly (readonly [string, string, string])[]) => ({
  fieldKey: rows.map(([key]) => key),
  crmField: rows.map(([, field]) => field),
  overwrite: rows.map(([, , overwrite]) => overwrite),
})

describe('does', () => {
  it('connect HubSpot, without showing what lets us in, and change what is read', async () => {
    const fields = { key: 'hubspot', name: 'Hub <b>', url: `${crm.url}/hubspot`, token: 'pat-secret', teamUUID: '' }
    const { location = '' } = await submit(CRM, 'connect', fields)
    const shown = (await alice.get(location)).text
    expect([shown.includes('Hub &lt;b&gt;'), shown.includes('pat-secret')]).toEqual([true, false])
    expect(shown).toContain('Every 30 minutes')
    await submit(location, 'change', {
      name: 'Hub',
      url: `${crm.url}/hubspot`,
      syncMinutes: '0',
      teamUUID: world.teams.sales,
    })
    await submit(location, 'entities', { code: ['companies', 'deals'], fields: ['name\ndomain', 'dealname\r\namount'] })
    expect(await connection(idOf(location))).toMatchObject({
      ...{ name: 'Hub', syncMinutes: 0, teamUUID: world.teams.sales },
      entities: [
        { code: 'companies', fields: ['name', 'domain'] },
        { code: 'deals', fields: ['dealname', 'amount'] },
      ],
    })
    await submit(location, 'credentials', { token: 'pat-other' })
    const tested = await submit(location, 'test')
    expect((await alice.get(tested.location ?? '')).text).toMatch(/role="status"[^>]*>[^<]*(The CRM|like the CRM)/)
    expect((await submit(location, 'sync')).location).toBe(location)
    expect((await submit(location, 'delete')).location).toBe(CRM)
  })

  it('connect any program, and show the secret that was made, once', async () => {
    const made = await submit(CRM, 'connect', { key: 'http', name: 'Ours', url: `${crm.url}/ours`, secret: '' })
    expect(secretIn(made.text)).toMatch(/^whsec_/)
    const page = /href="(\/admin\/crm\/connections\/[^"]+)"/.exec(made.text)?.[1] ?? ''
    const tested = await submit(page, 'test')
    expect((await alice.get(tested.location ?? '')).text).toContain('Connection test succeeded')
    expect(secretIn((await submit(page, 'credentials', { secret: '' })).text)).toMatch(/^whsec_/)
  })

  it('make a workflow, try it on a conversation without writing, run it, and do it again', async () => {
    const { uuid } = await connectionFor(world, 'http', `${crm.url}/deals`)
    const { location = '' } = await submit(`${CRM}/workflows`, 'create', {
      ...{ name: 'Deals <i>', connectionUUID: uuid, entityCode: 'deals', trigger: 'manual' },
      ...mapping(['pain', 'main_pain', 'always'], ['', '', 'always'], ['seats', 'seats', 'if_empty']),
    })
    expect(await workflow(idOf(location))).toMatchObject({
      fieldMapping: [
        { fieldKey: 'pain', crmField: 'main_pain', overwrite: 'always' },
        { fieldKey: 'seats', crmField: 'seats', overwrite: 'if_empty' },
      ],
    })
    const talk = await talkWith(world, [{ code: 'deals', id: '77' }], { pain: 'Slow <reports>' })
    const before = crm.received.length
    const tried = await submit(location, 'try', { conversation: `http://parley.test/conversations/${talk}?t=4` })
    expect(tried.text).toContain('<h3>Preview</h3>')
    expect(tried.text).toContain('Slow &lt;reports&gt;')
    expect(crm.received.length).toBe(before)
    await trigger(world, world.org, talk, { workflowIds: [idOf(location)] })
    await world.app.drain(world.acme)
    const runs = (await alice.get(`${CRM}/runs?workflow=${idOf(location)}`)).text
    expect(runs).toContain('Succeeded</span>')
    expect((await alice.get(`${CRM}/runs?status=failed`)).text).not.toContain('Deals &lt;i&gt;')
    const run = /href="(\/admin\/crm\/runs\/[0-9a-f-]{36})"/.exec(runs)?.[1] ?? ''
    expect((await alice.get(run)).text).toContain('<bdi>deals 77</bdi>')
    expect((await submit(run, 'retry')).location).toMatch(/\/admin\/crm\/runs\//)
  })

  it('change a workflow, switch it off and on, and delete it', async () => {
    const { uuid } = await connectionFor(world, 'http', `${crm.url}/other`)
    const made = await workflowFor(world, uuid)
    const page = `${CRM}/workflows/${made.uuid}`
    await submit(page, 'change', {
      ...{ name: 'Other', connectionUUID: uuid, entityCode: 'companies', trigger: 'on_confirmed' },
      ...mapping(['pain', 'why', 'if_empty']),
    })
    await submit(page, 'disable')
    expect(await workflow(made.uuid)).toMatchObject({ name: 'Other', enabled: false, trigger: 'on_confirmed' })
    expect((await alice.get(page)).text).toContain('Turn on the workflow to test it.')
    await submit(page, 'enable')
    expect((await submit(page, 'delete')).location).toBe(`${CRM}/workflows`)
    expect((await alice.get(page)).status).toBe(404)
  })
})

describe('refuses', () => {
  it('credentials that are missing, and shows no secret again', async () => {
    const refused = await submit(CRM, 'connect', {
      ...{ key: 'salesforce', name: 'Kept', url: `${crm.url}/sf`, clientId: '', clientSecret: 'do-not-show' },
    })
    expect([refused.status, refused.text.includes('do-not-show')]).toEqual([400, false])
    expect(refused.text).toMatch(/name="clientId"[^>]*aria-invalid="true"/)
    expect(refused.text).toContain('value="Kept"')
    expect((await submit(CRM, 'connect', { key: 'other', name: 'X' })).status).toBe(400)
  })

  it('a mapping that names a field twice, at its row', async () => {
    const { uuid } = await connectionFor(world, 'http', `${crm.url}/twice`)
    const refused = await submit(`${CRM}/workflows`, 'create', {
      ...{ name: 'Twice', connectionUUID: uuid, entityCode: 'deals', trigger: 'manual' },
      ...mapping(['a', 'same', 'always'], ['b', 'same', 'always']),
    })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Map each CRM field once')])
    expect(refused.text).toMatch(/id="crmField-1"[^>]*aria-invalid="true"[^>]*value="same"/)
  })

  it('a connection to go that a workflow writes to, and a try on what is no conversation', async () => {
    const { uuid } = await connectionFor(world, 'http', `${crm.url}/used`)
    const made = await workflowFor(world, uuid)
    expect((await submit(`${CRM}/connections/${uuid}`, 'delete')).status).toBe(409)
    expect((await submit(`${CRM}/workflows/${made.uuid}`, 'try', { conversation: 'nothing' })).status).toBe(404)
  })
})
