import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, forge } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { askingFor, ITEMS, soldFor, valuesOf } from '../../testing/field-values-fixtures.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let mark: Browser
const put = (path: string, fields: Record<string, unknown>) =>
  call(world.app, world.org, 'PUT', `/crm-records/${path}`, { body: { fields } })
const harbor = [{ code: 'companies', id: 'harbor' }]
const talk = (title: string, day: number, more: Record<string, unknown> = {}) =>
  importFor(world, {
    ...{ conversationTitle: title, linkedCrmRecords: harbor, opportunityID: 'trucks', teamUUID: world.teams.north },
    conversationStartedAt: `2026-01-${String(day).padStart(2, '0')}T10:00:00Z`,
    participants: [
      { name: 'Ann', email: 'ann@harbor.example' },
      { name: 'Dora', email: 'dora@harbor.example' },
      { name: 'Bob', email: 'bob@acme.example' },
    ],
    transcript: {
      segments: [
        { speaker: 'Bob', text: 'I will send the offer to you by Friday.', start: 0, end: 6 },
        { speaker: 'Ann', text: 'We are worried about the price of the installation.', start: 6, end: 8 },
      ],
    },
    ...more,
  })

beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  mark = await signedIn(world.app, world.acme, world.mark.userId)
  await put('companies/harbor', { name: '<i>Harbor</i> & Vane', domain: 'harbor.example' })
  await put('contacts/ann', { name: 'Ann', email: 'ann@harbor.example', jobtitle: 'Head of <b>Depots</b>' })
  await put('deals/trucks', { dealname: 'Trucks', dealstage: 'proposal', amount: 9000, deal_currency_code: 'EUR' })
  for (let day = 1; day <= 22; day++) await talk(`Call ${day}.`, day)
  await talk('Secret call', 25, { private: true })
  await talk('Hidden', 26, { private: true, linkedCrmRecords: [{ code: 'account', id: 'hidden' }] })
  await world.app.drain(world.acme)
})

describe('the accounts page', () => {
  it('lists accounts with their figures, next to deals', async () => {
    const { text } = await mark.get('/accounts')
    expect(text).toMatch(
      /aria-label="Deals"[^>]*><a href="\/deals">Deals<\/a><a href="\/accounts" aria-current="page">/,
    )
    expect(text).toContain('href="/accounts/companies-harbor"><bdi>&lt;i&gt;Harbor&lt;/i&gt; &amp; Vane')
    expect(text).toContain('#calls">22</a>')
    expect(text).toContain('€9,000')
    expect(text).not.toContain('account-hidden')
    expect((await bob.get('/accounts')).text).toContain('/accounts/account-hidden')
    expect((await mark.get('/deals')).text).toContain('<a href="/accounts">Accounts</a>')
  })

  it('finds accounts by name, and says if there is none', async () => {
    expect((await mark.get('/accounts?name=vane')).text).toContain('/accounts/companies-harbor')
    const none = (await mark.get('/accounts?name=%3Cb%3E')).text
    expect(none).toContain('No account has this name')
    expect(none).toContain('value="&lt;b&gt;"')
  })

  it('explains how accounts come in, if there is none', async () => {
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    expect((await carol.get('/accounts')).text).toContain('Accounts appear here when')
  })
})

describe('the page of an account', () => {
  it('shows deals, people with role and share, risks, promises and calls', async () => {
    const { text } = await mark.get('/accounts/companies-harbor')
    expect(text).toContain('<h1 dir="auto">&lt;i&gt;Harbor&lt;/i&gt; &amp; Vane</h1>')
    expect(text).toMatch(/id="deals"[\s\S]*trucks[\s\S]*Proposal[\s\S]*€9,000/)
    expect(text).toMatch(/Their people[\s\S]*ann%40harbor\.example[\s\S]*Head of &lt;b&gt;Depots[\s\S]*22 calls/)
    expect(text).toMatch(/Their people[\s\S]*25%[\s\S]*Our people[\s\S]*75%/)
    expect(text).toMatch(/Not heard from in the last three calls[\s\S]*Dora[\s\S]*never spoke/)
    expect(text).toMatch(/Worries and problems[\s\S]*worried about the price[\s\S]*\?t=6"/)
    expect(text).toMatch(/Promises and tasks[\s\S]*send the offer/)
    expect(text).not.toMatch(/Secret|<i>Harbor|<b>Depots/)
  })

  it('shows every call, newest first, in pages', async () => {
    const first = (await mark.get('/accounts/companies-harbor')).text
    expect(first).toMatch(/Calls <span class="meta">22<\/span>[\s\S]*Call 22\.[\s\S]*Call 3\./)
    expect(first).not.toContain('Call 2.<')
    const second = (await mark.get('/accounts/companies-harbor?page=2')).text
    expect(second).toMatch(/Call 2\.<[\s\S]*Call 1\.</)
  })

  it('exists for whoever sees one of its calls', async () => {
    expect((await mark.get('/accounts/account-hidden')).status).toBe(404)
    expect((await bob.get('/accounts/account-hidden')).status).toBe(200)
    for (const id of ['companies-nobody', 'x', '%00']) expect((await bob.get(`/accounts/${id}`)).status).toBe(404)
  })
})

describe('links to an account', () => {
  it('are on the pages of calls, deals and people, in the search and in the palette', async () => {
    const link = 'href="/accounts/companies-harbor"'
    const account = (await call(world.app, world.mark, 'GET', '/accounts/companies-harbor')).body.data
    const [deal] = account.deals
    const paths = [
      ...[`/conversations/${account.last_conversation.id}`, `/conversations/${account.last_conversation.id}/crm`],
      ...[`/deals/${deal.id}`, '/people?email=ann%40harbor.example', '/search?q=harbor', '/home/jump?q=harbor'],
    ]
    for (const path of paths) expect([path, (await mark.get(path)).text.includes(link)]).toEqual([path, true])
  })
})

describe('a proposed field', () => {
  it.each(['accounts', 'deals'] as const)('is confirmed on the page of %s', async (kind) => {
    const own = await createWorld(world.app)
    const browser = await signedIn(own.app, own.acme, own.bob.userId)
    await askingFor(own, { seats: ITEMS.seats })
    const id = await soldFor(own)
    const linked = { opportunity_id: 'trucks', linked_crm_records: [{ code: 'account', id: 'A-1' }] }
    await call(own.app, own.bob, 'PUT', `/conversations/${id}/linked-crm-records`, { body: linked })
    const { data } = (await call(own.app, own.bob, 'GET', '/deals')).body
    const path = kind === 'accounts' ? '/accounts/account-A-1' : `/deals/${data[0].id}`
    const page = await browser.get(path)
    const proposed = (await valuesOf(own, id)).find(({ state }: { state: string }) => state === 'proposed')
    expect(page.text).toMatch(/id="known"[\s\S]*Proposed[\s\S]*Confirm/)
    const done = await browser.submit(`${path}/confirm`, page, {
      conversation: id,
      value: proposed.id,
      key: proposed.id,
    })
    expect(done.status).toBe(303)
    const after = (await valuesOf(own, id)).find((one: { id: string }) => one.id === proposed.id)
    expect(after.state).toBe('confirmed')
    const gone = await forge(browser, `${path}/confirm`, { conversation: id, value: crypto.randomUUID() })
    expect(gone.status).toBe(400)
  })
})
