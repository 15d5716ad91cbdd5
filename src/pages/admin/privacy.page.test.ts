/** Privacy in the app: masking, retention, legal holds, taking a person out. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser, FormFields } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { fileSourceFor } from '../../testing/knowledge-fixtures.ts'
import { detailsOf, recordedFor } from '../../testing/recordings-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let alice: Browser
beforeAll(async () => {
  world = await createWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
})

const PRIVACY = '/admin/privacy'
const submit = async (page: string, action: string, fields: FormFields = {}, shown = page) =>
  alice.submit(`${page}/${action}`, await alice.get(shown), fields)
const get = async (path: string) => (await call(world.app, world.org, 'GET', path)).body.data
const said = (text: string) => ({ segments: [{ speaker: 'Ann', text, start: 0, end: 9 }] })

describe('does', () => {
  it('say what is masked, with patterns of one’s own, and try it on a text', async () => {
    await submit(PRIVACY, 'save', {
      ...{ mode: 'models_only', kinds: ['email', 'card'], knowledgeSources: 'true' },
      'pattern-name': ['employee', ''],
      'pattern-pattern': ['EMP-\\d{6}', ''],
      'pattern-mask': ['[EMPLOYEE]', ''],
    })
    expect(await get('/organizations/redaction')).toMatchObject({
      ...{ mode: 'models_only', kinds: ['card', 'email'], knowledgeSources: true },
      patterns: [{ name: 'employee', pattern: 'EMP-\\d{6}', mask: '[EMPLOYEE]' }],
    })
    // Each choice wraps on narrow screens. The browser cuts off the long options of a select.
    const form = (await alice.get(PRIVACY)).text
    expect(form.match(/type="radio" name="mode"/g)).toHaveLength(3)
    expect(form).toMatch(/name="mode" value="models_only"[^>]* checked/)
    const tried = await submit(PRIVACY, 'try', { text: 'I am EMP-123456 <b>, ann@acme.example' })
    expect(tried.text).toContain('I am <mark>[EMPLOYEE]</mark> &lt;b&gt;, <mark>[EMAIL]</mark>')
    expect(tried.text).toContain('email: 1')
  })

  it('limit how long audit log entries are kept, and keep them permanently again', async () => {
    const page = `${PRIVACY}/retention`
    const saved = await submit(page, 'keep-audit', { keepDays: '730' })
    expect(saved.location).toBe(page)
    expect((await get('/audit-log/retention')).keepDays).toBe(730)
    const short = await submit(page, 'keep-audit', { keepDays: '30' })
    expect(short.status).toBe(400)
    expect((await get('/audit-log/retention')).keepDays).toBe(730)
    expect((await alice.get('/admin/audit')).text).toContain('kept days: <bdi>730</bdi>')
    await submit(page, 'keep-audit', { keepDays: '' })
    expect((await get('/audit-log/retention')).keepDays).toBe(null)
  })

  it('disable sharing outside the organization, and enable it', async () => {
    const page = `${PRIVACY}/sharing`
    const off = await submit(page, 'save', {})
    expect(off.location).toBe(page)
    expect((await get('/organizations/sharing')).outside).toBe(false)
    expect((await alice.get(page)).text).toContain('Outside links no longer work.')
    await submit(page, 'save', { outside: 'true' })
    expect((await get('/organizations/sharing')).outside).toBe(true)
  })

  it('mask what is stored, and tell how far it is', async () => {
    const id = await importFor(world, { transcript: said('Write to ann@customer.example please.') })
    const { location = '' } = await submit(PRIVACY, 'mask', { from: '', to: '', team: '' })
    expect((await alice.get(location)).text).toContain('Running</span>')
    await world.app.drain(world.acme)
    expect((await alice.get(location)).text).toContain('Finished</span>')
    const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}`)
    expect(body.attributes.transcript).toContain('[EMAIL]')
  })

  it('make a policy, look at what would go, switch it on, change and delete it', async () => {
    await importFor(world, {
      conversationTitle: 'Old <call>',
      conversationStartedAt: '2020-01-01T10:00:00Z',
      transcript: said('Hello.'),
    })
    const { location = '' } = await submit(`${PRIVACY}/retention`, 'create', {
      ...{ name: 'Old ones', afterDays: '365', action: 'archive', labels: '', teamsUUID: [], private: 'false' },
    })
    const shown = (await alice.get(location)).text
    expect(shown).toContain('Old &lt;call&gt;')
    expect(shown).toMatch(/data-confirm="Turn on this policy\? The next run archives 1 call\./)
    await submit(location, 'enable')
    await submit(location, 'change', {
      ...{ name: 'Older ones', afterDays: '4000', action: 'erase', private: '' },
      ...{ labels: 'Call type: Support', teamsUUID: [world.teams.sales, world.teams.support] },
    })
    expect(await get(`/retention-policies/${location.split('/').at(-1)}`)).toMatchObject({
      ...{ name: 'Older ones', enabled: true, afterDays: 4_000, action: 'erase', private: null },
      ...{ labels: { 'Call type': 'Support' }, teamsUUID: [world.teams.sales, world.teams.support] },
    })
    expect((await alice.get(location)).text).toContain('Call type: Support</textarea>')
    await submit(location, 'disable')
    expect((await submit(location, 'delete')).location).toBe(`${PRIVACY}/retention`)
    expect((await alice.get(`${PRIVACY}/retention`)).text).toContain('No retention policies yet')
  })

  it('put holds on and release them', async () => {
    const page = `${PRIVACY}/holds`
    await submit(page, 'create', { email: 'Held@customer.example', of: 'address', reason: 'Matter <1>' })
    await submit(page, 'create', { email: 'bob@acme.example', of: 'user', reason: 'Matter 2' })
    const shown = (await alice.get(page)).text
    expect(shown).toContain('<bdi>held@customer.example</bdi>')
    expect(shown).toContain('Matter &lt;1&gt;')
    expect(shown).toContain('<bdi>bob@acme.example</bdi>')
    for (const { uuid } of await get('/legal-holds')) await submit(page, 'release', { key: uuid })
    expect((await alice.get(page)).text).toContain('No legal holds')
    expect((await alice.get(`${page}?released=true`)).text).toContain('Released</span>')
  })

  it('look somebody up, and take them out when their address was typed again', async () => {
    const page = `${PRIVACY}/persons`
    const email = 'gone@customer.example'
    const id = await recordedFor(world, {
      ...{ conversationTitle: 'With Grace Gone', participants: [{ name: 'Grace Gone', email }] },
      transcript: said('Grace Gone here.'),
    })
    await fileSourceFor(world, 'guests.txt', 'Ask Grace Gone.')
    await world.app.drain(world.acme)
    const found = `${page}?email=${encodeURIComponent(email)}&names=Grace+Gone,Gracie+Gone`
    const shown = (await alice.get(found)).text
    expect(shown).toContain('With Grace Gone')
    expect(shown.split('1 recording, 1 file in the knowledge base')).toHaveLength(3)
    expect(shown).toContain('<option value="delete" selected>')
    expect(shown).toMatch(/Grace Gone\nGracie Gone<\/textarea>/)
    const { location = '' } = await submit(
      page,
      'erase',
      { email, again: ' GONE@customer.example', names: 'Grace Gone\r\n', mode: 'redact', originals: 'delete' },
      found,
    )
    expect((await alice.get(location)).text).toContain('Running</span>')
    await world.app.drain(world.acme)
    const done = (await alice.get(location)).text
    expect([done.includes('Finished</span>'), done.includes(email)]).toEqual([true, false])
    expect(done).toContain('recordings deleted: 1')
    expect((await detailsOf(world, id)).recording).toBeNull()
    const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}`)
    expect(JSON.stringify(body)).not.toContain('Grace')
    expect((await alice.get(page)).text).toContain(location)
  })
})

describe('refuses', () => {
  it('a pattern that is none, at its row', async () => {
    const refused = await submit(PRIVACY, 'save', {
      ...{ mode: 'off', kinds: [] },
      ...{ 'pattern-name': ['a'], 'pattern-pattern': ['(unclosed'], 'pattern-mask': ['[A]'] },
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/id="pattern-pattern-0"[^>]*aria-invalid="true"[^>]*value="\(unclosed"/)
    expect((await get('/organizations/redaction')).mode).not.toBe('off')
  })

  it('a policy of no days, and a hold of a user who is none', async () => {
    const policy = await submit(`${PRIVACY}/retention`, 'create', { name: 'Kept', afterDays: '', action: 'erase' })
    expect([policy.status, policy.text]).toEqual([400, expect.stringContaining('value="Kept"')])
    const fields = { email: 'nobody@acme.example', of: 'user', reason: 'Kept reason' }
    const hold = await submit(`${PRIVACY}/holds`, 'create', fields)
    expect([hold.status, hold.text]).toEqual([400, expect.stringContaining('Kept reason</textarea>')])
  })

  it('to take somebody out whose address was not typed again, or who is active', async () => {
    const page = `${PRIVACY}/persons`
    const found = `${page}?email=ann@customer.example`
    const fields = { email: 'ann@customer.example', names: 'Ann Kept', mode: 'redact', originals: 'keep' }
    const refused = await submit(page, 'erase', { ...fields, again: 'ann@customer' }, found)
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('The email addresses don&#39;t match.'),
    ])
    expect(refused.text).toContain('Ann Kept</textarea>')
    expect(refused.text).toContain('<option value="keep" selected>')
    const short = { ...fields, names: 'Ann Kept\r\nKept, A\r\nB', again: 'ann@customer.example' }
    const wrong = await submit(page, 'erase', short, found)
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/Ann Kept\r?\nKept, A\r?\nB<\/textarea>/)])
    const active = await alice.get(`${page}?email=bob@acme.example`)
    expect(active.text).toContain('Deactivate the user')
    const forced = await alice.submit(`${page}/erase`, await alice.get(found), {
      ...fields,
      email: 'bob@acme.example',
      again: 'bob@acme.example',
    })
    expect(forced.status).toBe(409)
    expect((await alice.get(`${page}?email=nothing`)).text).toContain('role="alert"')
  })
})
