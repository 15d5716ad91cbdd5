import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, hiddenFields } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { viewFor } from '../../testing/views-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const HOSTILE = '<script>alert(1)</script>"&\''
let world: World
let alice: Browser
let bob: Browser
let carol: Browser
let opening: string
let secret: string
beforeAll(async () => {
  world = await createWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  carol = await signedIn(world.app, world.acme, world.carol.userId)
  opening = await importFor(world, {
    ...{ conversationStartedAt: '2026-03-01T10:00:00Z', opportunityID: 'crm-1', labels: { Stage: 'Closing' } },
    participants: [
      { email: 'mark@acme.example', name: 'Mark' },
      ...Array.from({ length: 5 }, (_, n) => ({ email: `p${n}@customer.example`, name: `Person ${n}` })),
    ],
  })
  secret = await importFor(world, {
    conversationStartedAt: '2026-03-02T10:00:00Z',
    private: true,
    conversationTitle: HOSTILE,
  })
})

const list = async (browser: Browser, query = '') => (await browser.get(`/conversations${query}`)).text
const shows = (text: string, id: string) => text.includes(`href="/conversations/${id}"`)

describe('the list', () => {
  it('shows what, when, with whom, and where it stands', async () => {
    const page = await list(alice)
    expect(page).toContain('2 calls, newest first')
    expect(page.indexOf(secret)).toBeLessThan(page.indexOf(opening))
    expect(page).toContain('1 Mar 2026')
    expect(page).toContain('Sales North')
    expect(page).toContain('Person 0')
    expect(page).toContain('and 2 more')
    expect(page).toContain('Stage: Closing')
    expect(page).toContain('Analyzing…')
    expect(page).toMatch(/Private<\/span>/)
  })

  it('states once that a call is internal', async () => {
    const own = await createWorld(world.app)
    const participants = [{ email: 'mark@acme.example' }, { email: 'bob@acme.example' }]
    await importFor(own, { participants, labels: { Type: 'Internal' } })
    const reader = await signedIn(own.app, own.acme, own.alice.userId)
    expect((await list(reader)).match(/>Internal</g)).toHaveLength(1)
    await importFor(own, { participants, labels: { Type: 'Forecast' } })
    expect((await list(reader)).match(/>Internal</g)).toHaveLength(2)
  })

  it('shows text as text', async () => {
    const page = await list(alice)
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;&#39;')
  })

  it('shows each what they may see', async () => {
    expect(shows(await list(bob), secret)).toBe(true)
    const support = await list(carol)
    expect([shows(support, opening), shows(support, secret)]).toEqual([false, false])
    expect(support).toContain('No calls yet')
  })

  it('says what to do first where there is nothing', async () => {
    const mallory = await signedIn(world.app, world.rival, world.mallory.userId)
    const page = await list(mallory)
    expect(page).toContain('Import your first call')
    for (const path of ['/conversations/import', '/v2/docs', '/connect']) expect(page).toContain(`href="${path}"`)
  })

  it('says so where a page lies behind the end, and leads back', async () => {
    const page = await list(alice, '?page=7')
    expect(page).toContain('No calls on this page')
    expect((await alice.get('/conversations?page=nonsense')).status).toBe(200)
  })
})

describe('filters', () => {
  it.each([
    ['title=open', 'Title contains “open”'],
    ['participant=P3@customer.example', 'Participant: P3@customer.example'],
    ['opportunity=crm-1', 'Opportunity: <bdi>crm-1'],
    ['label=Stage%3DClosing', 'Stage: Closing'],
    ['to=2026-03-01', 'Until'],
  ])('%s finds, and is a chip that can be taken away', async (query, words) => {
    const page = await list(alice, `?${query}`)
    expect([shows(page, opening), shows(page, secret)]).toEqual([true, false])
    expect(page).toContain(words)
    expect(page).toContain('href="/conversations" aria-label="Remove"')
  })

  it('tell people and teams by their names', async () => {
    const page = await list(alice, `?owner=${world.bob.userId}&team=${world.teams.sales}`)
    expect(page).toContain('Owner: bob@acme.example')
    expect(page).toContain('Team: Sales')
    expect(shows(page, opening)).toBe(true)
  })

  it('are set in a form without a script, which shows what is set', async () => {
    const page = await list(alice, `?filters=open&title=open&team=${world.teams.sales}&internal=hide`)
    expect(page).toMatch(/<form class="conversations-panel card" action="\/conversations"/)
    expect(page).toContain('name="title" maxlength="512" value="open"')
    expect(page).toContain(`<option value="${world.teams.sales}" selected>`)
    expect(page).toContain('name="internal" value="hide" checked')
    // The form is not asked for where nobody opens it.
    expect(await list(alice, '?title=open')).not.toContain('conversations-panel')
  })

  it('of deals, durations, scores and sources are fields and chips, and saved views keep them', async () => {
    const query = 'deal=CRM&stage=Closed+won&min_minutes=0.5&max_score=50&source=zoom&opportunity=crm-1'
    const page = await list(alice, `?filters=open&${query}`)
    for (const chip of ['Deal title contains “CRM”', 'Deal stage: Closed won', 'At least 0.5 minutes'])
      expect(page).toContain(chip)
    for (const chip of ['Score of at most 50', 'Source: zoom']) expect(page).toContain(chip)
    expect(page).toMatch(/<option value="Closed won" selected>/)
    expect(page).toMatch(/<input type="number" step="any" id="field-min_minutes" name="min_minutes" value="0.5"/)
    // A link from a deal selects it by its ID, and other filters keep it.
    expect(page).toContain('<input type="hidden" name="opportunity" value="crm-1">')
    const made = await bob.submit('/conversations/save-view', await bob.get(`/conversations?${query}`), {
      name: 'Long ones',
    })
    const { body } = await call(world.app, world.bob, 'GET', '/views')
    expect(body.data.find(({ name }: { name: string }) => name === 'Long ones').filters.filter).toEqual({
      'external_opportunity.id': ['crm-1'],
      'external_opportunity.title': 'CRM',
      'external_opportunity.stage': ['Closed won'],
      ...{ 'duration.min': 30, 'score.max': 50, application_name: ['zoom'] },
    })
    expect((await bob.get(made.location ?? '')).text).toContain('At least 0.5 minutes')
    expect(shows(await list(alice, '?deal=crm'), opening)).toBe(true)
    expect(shows(await list(alice, '?deal=other'), opening)).toBe(false)
    expect(shows(await list(alice, '?max_minutes=1'), opening)).toBe(true)
    expect(shows(await list(alice, '?min_minutes=1'), opening)).toBe(false)
    expect((await alice.get('/conversations?min_minutes=2&max_minutes=1')).status).toBe(400)
    expect((await alice.get('/conversations?min_minutes=long')).status).toBe(400)
  })

  it('that cannot be are told where they are', async () => {
    const answer = await alice.get('/conversations?field=Industry')
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('role="alert"><p>Enter a value for the filter “Values, separated by commas”.')
    expect(answer.text).not.toContain('filter[')
    expect(answer.text).toContain('value="Industry"')
    const malformed = await alice.get('/conversations?team=north&from=soon')
    expect(malformed.status).toBe(400)
    expect(malformed.text).toMatch(/The filter “(?:Team|Period)” has a value that isn&#39;t valid\./)
  })

  it('that nothing has say so, and lead back', async () => {
    const page = await list(alice, '?title=nowhere')
    expect(page).toContain('No calls found')
    expect(page).toContain('>Show all calls</a>')
  })
})

describe('saved views', () => {
  const save = async (browser: Browser, query: string, fields: Record<string, string>) =>
    browser.submit('/conversations/save-view', await browser.get(`/conversations?${query}`), fields)

  it('are made of the filters that are set, and become tabs', async () => {
    const made = await save(bob, 'title=open&period=last_365_days', { name: 'Openings' })
    expect(made.location).toMatch(/^\/conversations\?view=/)
    const page = (await bob.get(made.location ?? '')).text
    expect(page).toContain('View Openings saved')
    expect(page).toContain(`href="${made.location}" aria-current="page">Openings</a>`)
    expect(page).toContain('Last 365 days')
    expect(page).toContain('Title contains “open”')
    expect([shows(page, opening), shows(page, secret)]).toEqual([true, false])
    expect(await list(carol)).not.toContain('Openings')
  })

  it('of the organization are everybody’s, who see in them what they may', async () => {
    const made = await save(bob, 'title=o', { name: 'Ours', shared: 'organization' })
    const page = (await carol.get(made.location ?? '')).text
    expect(page).toContain('aria-current="page">Ours</a>')
    expect(page).toContain('No calls found')
    expect(page).not.toContain('Edit view')
    const ours = hiddenFields((await carol.get('/conversations/import')).text, '/conversations/import/send')
    const view = new URL(made.location ?? '', 'http://x').searchParams.get('view') ?? ''
    const tried = await carol.post('/conversations/delete-view', { ...ours, view })
    expect([tried.status, tried.text.includes('Only the owner of a view or an admin can change it.')]).toEqual([
      403,
      true,
    ])
  })

  it('of a team are tabs of its people, who see what they may and change nothing', async () => {
    const { north, sales, support } = world.teams
    const form = (await bob.get('/conversations?title=o')).text
    const choices = /<select[^>]*name="shared"[\s\S]*?<\/select>/.exec(form)?.[0] ?? ''
    expect(choices).toContain(`value="${north}"`)
    expect(choices).toContain(`value="${sales}"`)
    expect(choices).not.toContain(support)
    const made = await save(bob, 'title=o', { name: 'North only', shared: north })
    const edit = (await bob.get(made.location ?? '')).text
    expect(edit).toMatch(new RegExp(`<option value="${north}" selected>`))
    const mark = await signedIn(world.app, world.acme, world.mark.userId)
    const page = (await mark.get(made.location ?? '')).text
    expect(page).toContain('aria-current="page">North only</a>')
    expect(page).toContain('Shared with the team Sales › Sales North.')
    expect(page).not.toContain('Edit view')
    expect(await list(carol)).not.toContain('North only')
    expect((await carol.get(made.location ?? '')).text).not.toContain('North only')
    const changed = await bob.submit('/conversations/change-view', await bob.get(made.location ?? ''), {
      ...{ name: 'Mine again', shared: '' },
    })
    expect(changed.location).toBe(made.location)
    expect(await list(mark)).not.toContain('Mine again')
    const refused = await save(bob, 'title=o', { name: 'Desk', shared: support })
    expect([refused.status, refused.text.includes('You can share views with your teams')]).toEqual([400, true])
  })

  it('are renamed, moved, filled anew and deleted', async () => {
    const [first, second] = [
      await viewFor(world, world.alice, { name: 'First' }),
      await viewFor(world, world.alice, { name: 'Second' }),
    ]
    const at = (id: string) => `/conversations?view=${id}`
    const page = await alice.get(at(second.uuid))
    const changed = await alice.submit('/conversations/change-view', page, { name: 'Zweite' })
    expect(changed.location).toBe(at(second.uuid))
    await alice.submit('/conversations/move-view', await alice.get(at(second.uuid)))
    await alice.submit('/conversations/refilter-view', await alice.get('/conversations?title=x'), { view: second.uuid })
    const { body } = await call(world.app, world.alice, 'GET', '/views')
    const own = body.data.filter(({ visibility }: { visibility: string }) => visibility === 'private')
    expect(own).toMatchObject([
      { uuid: second.uuid, name: 'Zweite', filters: { filter: { title: 'x' } } },
      { uuid: first.uuid, name: 'First' },
    ])
    const gone = await alice.submit('/conversations/delete-view', await alice.get(at(second.uuid)))
    expect(gone.location).toBe('/conversations')
    expect((await alice.get(at(second.uuid))).text).not.toContain('Zweite')
  })

  it('keep order, columns and size, also without filters, and show them to everybody', async () => {
    const made = await save(alice, 'sort=oldest&hide=strip,owner&size=50', { name: 'By age', shared: 'organization' })
    const at = made.location ?? ''
    for (const browser of [alice, bob]) {
      const { text } = await browser.get(at)
      expect(text).toContain('aria-current="page">By age</a>')
      expect(text).toMatch(/<option value="oldest" selected>[\s\S]*<option value="50" selected>/)
      expect(text).toMatch(/name="hide" value="strip" checked/)
      expect(text).not.toContain('Save order and columns in the view')
    }
    // Options in the URL replace those of the view, also by the defaults.
    const changed = (await alice.get(`${at}&sort=newest&hide=none`)).text
    expect(changed).toMatch(/<option value="newest" selected>[\s\S]*<option value="50" selected>/)
    expect(changed).not.toMatch(/name="hide" value="strip" checked/)
    expect(changed).toContain('aria-current="page">By age</a>')
    const stored = await alice.submit('/conversations/relayout-view', await alice.get(`${at}&sort=newest&hide=none`))
    expect(stored.location).toBe(at)
    expect((await bob.get(at)).text).toMatch(/<option value="newest" selected>[\s\S]*<option value="50" selected>/)
    expect((await bob.get(`${at}&sort=oldest`)).text).not.toContain('Save order and columns in the view')
  })

  it('end when filters change, and the list keeps their order', async () => {
    const { uuid } = await viewFor(world, world.alice, { name: 'Ends', layout: { sort: 'longest' } })
    const { text } = await alice.get(`/conversations?view=${uuid}`)
    expect(text).toMatch(/<a [^>]*href="\/conversations\?sort=longest"[^>]*aria-label="Remove"/)
  })

  it('that are refused show what was given, and the filters', async () => {
    const answer = await save(bob, 'title=open', { name: ' ' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('role="alert"')
    expect(answer.text).toContain('Title contains “open”')
    expect(answer.text).toMatch(/<details class="disclosure" open>/)
  })
})
