import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../testing/actions-fixtures.ts'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call as callApi } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
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

  it('shows a rep the open actions, each with its moment, and their latest calls', async () => {
    const { text } = await bob.get('/home')
    expect(text).toContain('You have 1 open action.')
    expect(text).toContain('<bdi>Send the offer</bdi>')
    expect(text).toContain(`href="/conversations/${call}?t=65">1:05</a>`)
    expect(text).toMatch(/Your latest calls[\s\S]*Harbor: price &lt;b&gt;/)
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
    expect(text).not.toContain('<b>Bring in calls</b>')
  })

  it('leads an admin of an empty organization through the set-up', async () => {
    const own = await createWorld(world.app)
    const { text } = await (await signedIn(own.app, own.acme, own.alice.userId)).get('/home')
    expect(text).toContain('Set up Parley')
    expect(text).toContain('<a class="button primary" href="/conversations/import">Import call</a>')
    // The organization has several users already.
    expect(text).toMatch(/<b>Invite people<\/b>[\s\S]*?<span class="tag good">\d+ people<\/span>/)
    expect(text).toContain('1 of 4 done')
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

  it('shows places and actions without words', async () => {
    const { text } = await bob.get('/home/jump?q=')
    expect(text).toContain('href="/conversations"')
    expect(text).toContain('href="/conversations/import"')
    expect(text).not.toContain('Search all calls for')
  })
})
