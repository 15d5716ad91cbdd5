import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../testing/actions-fixtures.ts'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call as callApi } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { deliver, sourceFor, webhookBody } from '../../testing/sources-fixtures.ts'
import { targetFor } from '../../testing/targets-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let alice: Browser
let mark: Browser
let bob: Browser
let call: string
beforeAll(async () => {
  world = await createWorld()
  const browserOf = (name: 'alice' | 'mark' | 'bob') => signedIn(world.app, world.acme, world[name].userId)
  ;[alice, mark, bob] = await Promise.all([browserOf('alice'), browserOf('mark'), browserOf('bob')])
  call = await importFor(world, {
    conversationTitle: 'Harbor: price <b>',
    teamUUID: world.teams.north,
    conversationStartedAt: new Date(world.app.clock.now().getTime() - 3_600_000).toISOString(),
  })
  const quote = { text: 'I will send it.', speaker: 'Bob', conversationId: call, start: 65 }
  await actionFor(world, call, { title: 'Send the offer', keyQuote: quote, severity: 'high' })
})

describe('Home', () => {
  it('is where the app starts', async () => {
    const answer = await bob.get('/')
    expect([answer.status, answer.location]).toEqual([303, '/home'])
  })

  it('shows a member the open actions, each with its moment, and the calls of today', async () => {
    const { text } = await bob.get('/home')
    expect(text).toContain('You have 1 open action.')
    expect(text).toContain('<bdi>Send the offer</bdi>')
    expect(text).toContain(`href="/conversations/${call}?t=65">1:05</a>`)
    // One hour ago can be yesterday.
    expect(text).toMatch(/Your (calls today|earlier calls)[\s\S]*Harbor: price &lt;b&gt;/)
    expect(text).not.toContain('Set-up steps left')
  })

  it('greets without the email address if there is no name', async () => {
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    expect((await carol.get('/home')).text).toMatch(/<h1>Good (morning|afternoon|evening)<\/h1>/)
    const body = { firstName: 'Carol', lastName: 'Kern' }
    await callApi(world.app, world.alice, 'PATCH', `/organizations/users/${world.carol.userId}`, { body })
    expect((await carol.get('/home')).text).toMatch(/<h1>Good (morning|afternoon|evening), <bdi>Carol<\/bdi><\/h1>/)
  })

  it('shows a manager the figures of the team and its latest calls', async () => {
    const { text } = await mark.get('/home')
    expect(text).toMatch(/Calls since[\s\S]*<span class="value">1<\/span>/)
    expect(text).toContain('Harbor: price &lt;b&gt;')
    expect(text).toContain(`href="/reports/team?rep=${world.bob.userId}"`)
    expect(text).not.toContain('Health')
  })

  it('links figures to exactly their calls, and has no verdict about a change without calls', async () => {
    const { text } = await mark.get('/home')
    const figures = text.match(/<div class="figures">[\s\S]*?<\/div>/)?.[0] ?? ''
    const paths = [...figures.matchAll(/<a href="([^"]*)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'))
    expect(paths).toHaveLength(5)
    expect(new Set(paths).size).toBe(1)
    expect((await mark.get(paths[0] ?? '')).text).toContain('Harbor: price &lt;b&gt;')
    expect(figures).not.toContain('Change:')
    const [, person = ''] = /<a href="(\/conversations\?[^"]*owner=[^"]*)">1 call/.exec(text) ?? []
    expect((await mark.get(person.replaceAll('&amp;', '&'))).text).toContain('Harbor: price &lt;b&gt;')
  })

  it('says once that people have too few calls to compare with a target', async () => {
    await targetFor(world, { figure: 'talkShare', minimum: 0.4, maximum: 0.5 })
    const { text } = await mark.get('/home')
    expect(text.match(/Too few calls to compare with the target\./g)).toHaveLength(1)
    expect(text).not.toContain('too few calls</span>')
  })

  it('shows an admin the health of the organization and the steps that are left', async () => {
    const { text } = await alice.get('/home')
    expect(text).toMatch(/Health[\s\S]*Last call/)
    expect(text).toMatch(/Set-up steps left[\s\S]*Connect a language model/)
    expect(text).toContain('No source is connected')
    expect(text).not.toContain('<b>Connect a source</b>')
  })

  it('separates the calls of today from earlier ones, in the time zone of the user', async () => {
    const own = await createWorld(world.app)
    const now = own.app.clock.now().getTime()
    const add = (title: string, at: number) =>
      importFor(own, { conversationTitle: title, conversationStartedAt: new Date(at).toISOString() })
    const midnight = new Date(now).setUTCHours(0, 0, 0, 0)
    const browser = await signedIn(own.app, own.acme, own.bob.userId)
    await add('Last of yesterday', midnight - 1_000)
    const before = (await browser.get('/home')).text
    expect(before).toMatch(
      /Your calls today[\s\S]*No calls today yet\.[\s\S]*Your earlier calls[\s\S]*Last of yesterday/,
    )
    await add('First of today', midnight)
    const { text } = await browser.get('/home')
    expect(text).toMatch(/Your calls today[\s\S]*First of today[\s\S]*Your earlier calls[\s\S]*Last of yesterday/)
    expect(text).not.toContain('No calls today yet.')
  })

  it('shows a member own open deals that need something, and not those of others', async () => {
    const own = await createWorld(world.app)
    const opportunity = { opportunity_id: 'quiet', title: 'Harbor trucks' }
    await callApi(own.app, own.org, 'PUT', `/teams/${own.teams.north}/opportunity`, { body: opportunity })
    const conversationStartedAt = new Date(own.app.clock.now().getTime() - 40 * 86_400_000).toISOString()
    await importFor(own, { opportunityID: 'quiet', teamUUID: own.teams.north, conversationStartedAt })
    const { text } = await (await signedIn(own.app, own.acme, own.bob.userId)).get('/home')
    expect(text).toMatch(/Your deals that need something[\s\S]*Harbor trucks[\s\S]*Last call: 40 days ago[\s\S]*Quiet</)
    const carol = await signedIn(own.app, own.acme, own.carol.userId)
    expect((await carol.get('/home')).text).not.toContain('Harbor trucks')
  })

  it('shows an admin call sources with the last delivery and failures, waiting and failed tasks, and users', async () => {
    const source = await sourceFor(world, webhookBody({ name: 'Recorder <1>' }))
    const first = (await alice.get('/home')).text
    expect(first).toMatch(/Recorder &lt;1&gt;[\s\S]*Nothing has arrived yet[\s\S]*Waiting for the first call/)
    await deliver(world.app, source, '{}', { 'content-type': 'application/json' })
    const { text } = await alice.get('/home')
    expect(text).toMatch(/Recorder &lt;1&gt;[\s\S]*Last delivery <time[\s\S]*<span class="tag bad">Failing<\/span>/)
    expect(text).toContain(`href="/admin/sources/${source.id}"`)
    expect(text).not.toContain('>Connect a source<')
    expect(text).toMatch(/Background tasks<\/bdi><\/a><span class="meta">[^<]*(, the first since|waits since) <time/)
    expect(text).toMatch(/Active users<\/bdi>[\s\S]*?<span class="tag good">[4-9]<\/span>/)
    expect(text).not.toContain('Failed tasks')
    for (const other of [mark, bob]) expect((await other.get('/home')).text).not.toContain('Recorder')
  })

  it('leads an admin of an empty organization through the set-up', async () => {
    const own = await createWorld(world.app)
    const admin = await signedIn(own.app, own.acme, own.alice.userId)
    const { text } = await admin.get('/home')
    expect(text).toContain('Set up Parley')
    const titles = [...text.matchAll(/<span class="grow"><b>([^<]*)<\/b>/g)].map(([, title]) => title)
    expect(titles.slice(0, 3)).toEqual(['Connect a source', 'Import calls that you have', 'Invite people'])
    const states = [...text.matchAll(/class="row top"><span class="home-step.*?<span class="tag[^"]*">([^<]*)</g)].map(
      ([, state]) => state,
    )
    expect(states).toEqual(['Not connected', 'No calls yet', '4 people', 'Not connected', 'Not connected'])
    expect(text).toContain('<a class="button primary" href="/admin/sources">Connect source</a>')
    expect(text).toContain('<a class="button" href="/conversations/import">Import call</a>')
    expect(text).toContain('Members and managers see their own calls and those of their teams')
    // The organization has several users already.
    expect(text).toMatch(/<b>Invite people<\/b>[\s\S]*?<span class="tag good">\d+ people<\/span>/)
    expect(text).toContain('1 of 5 done')
    const { id } = await sourceFor(own, webhookBody())
    const waiting = (await admin.get('/home')).text
    expect(waiting).toMatch(/<b>Connect a source<\/b>[\s\S]*?<span class="tag warn">Waiting for the first call<\/span>/)
    expect(waiting).toContain('2 of 5 done')
    await world.app.store.owner.query("update sources set fault = 'It is gone.' where id = $1", [id])
    const failing = (await admin.get('/home')).text
    expect(failing).toMatch(
      /<b>Connect a source<\/b>[\s\S]*?<span class="tag bad">Failing<\/span><a class="button primary" href="\/admin\/sources\//,
    )
    const rep = await (await signedIn(own.app, own.acme, own.bob.userId)).get('/home')
    expect(rep.text).toContain('No calls yet')
    expect(rep.text).not.toContain('Set up Parley')
  })

  it('shows nobody the calls and actions of others', async () => {
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    const { text } = await carol.get('/home')
    expect(text).not.toContain('Harbor: price')
    expect(text).not.toContain('Send the offer')
  })
})

describe('the command palette', () => {
  const entries = (text: string) =>
    [...text.matchAll(/role="option"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*role="option"/g)].map(([, a, b]) => a ?? b)

  it('finds calls, people and pages, and ends with a search for the words', async () => {
    const { text } = await bob.get('/home/jump?q=harbor')
    expect(text).toContain(`href="/conversations/${call}"`)
    expect(text).toContain('Harbor: price &lt;b&gt;')
    expect(entries(text).at(-1)).toBe('/search?q=harbor')
    expect((await bob.get('/home/jump?q=scorecards')).text).toContain('href="/scorecards"')
    expect((await alice.get('/home/jump?q=bob')).text).toContain(`href="/admin/people/${world.bob.userId}"`)
    expect((await mark.get('/home/jump?q=bob')).text).toContain(`href="/conversations?owner=${world.bob.userId}"`)
  })

  it('escapes the words, and offers nothing that a role may not open', async () => {
    const { text } = await bob.get(`/home/jump?q=${encodeURIComponent('<img src=x>')}`)
    expect(text).toContain('&lt;img src=x&gt;')
    expect(text).not.toContain('<img')
    expect((await bob.get('/home/jump?q=webhooks')).text).not.toContain('href="/admin/webhooks"')
    expect((await alice.get('/home/jump?q=webhooks')).text).toContain('href="/admin/webhooks"')
  })

  it('finds no call that the user may not see', async () => {
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    expect((await carol.get('/home/jump?q=harbor')).text).not.toContain(`/conversations/${call}`)
  })

  it('offers the actions of the role, and finds them by their words', async () => {
    const labels = async (browser: typeof bob, query = 'q=') =>
      [
        ...(await browser.get(`/home/jump?${query}`)).text.matchAll(
          /role="option"[^>]*>.*?<span class="cut">([^<]*)</g,
        ),
      ].map(([, label]) => label)
    const forAdmins = ['Invite person', 'Connect call source', 'Create API key']
    const forAll = [
      ...['Import call', 'Record a call', 'Create clip folder', 'Assign coaching', 'Ask a question'],
      ...['Use dark appearance', 'Use light appearance', 'Change language'],
    ]
    expect(await labels(alice)).toEqual(expect.arrayContaining([...forAll, ...forAdmins]))
    const paths = [...(await alice.get('/home/jump?q=')).text.matchAll(/role="option"[^>]*href="([^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    for (const path of paths) expect([path, (await alice.get(path)).status]).toEqual([path, 200])
    const own = await labels(bob)
    expect(own).toEqual(expect.arrayContaining(forAll))
    expect(own.filter((label) => forAdmins.includes(label ?? ''))).toEqual([])
    expect(await labels(bob, 'q=upload')).toContain('Import call')
    expect(await labels(bob, 'q=deutsch')).toContain('Deutsch')
    expect((await bob.get('/home/jump?q=change+language')).text).toContain('data-set-language="ja"')
    expect((await bob.get('/home/jump?q=dark')).text).toContain('data-set-theme="dark"')
    const at = `q=coaching&at=${encodeURIComponent(`/conversations/${call}`)}`
    expect((await bob.get(`/home/jump?${at}`)).text).toContain(`href="/conversations/${call}/coaching"`)
    const other = (await bob.get('/home/jump?q=coaching&at=//evil.example/')).text
    expect(other).toContain('href="/conversations"')
    expect(other).not.toContain('evil')
  })

  it('shows places and actions without words', async () => {
    const { text } = await bob.get('/home/jump?q=')
    expect(text).toContain('href="/conversations"')
    expect(text).toContain('href="/conversations/import"')
    expect(text).not.toContain('Search all calls for')
  })
})
