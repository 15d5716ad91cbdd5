import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let [bob, mark, carol]: Browser[] = []
const ids: Record<string, string> = {}

const ANN = { name: 'Ann <Lee>', email: 'Ann.Lee@harbor.example' }
const HIDDEN = { name: 'Zoe Quill', email: 'zoe@quill.example' }
const UNCLEAR = { name: 'Dora' }

async function talk(title: string, day: number, people: readonly object[], lines: readonly string[][], more = {}) {
  ids[title] = await importFor(world, {
    ...{ conversationTitle: title, opportunityID: 'harbor', teamUUID: world.teams.north },
    conversationStartedAt: `2026-09-0${day}T10:00:00Z`,
    participants: [{ name: 'Bob', email: 'bob@acme.example' }, ...people],
    transcript: {
      segments: lines.map(([speaker, text], n) => ({ speaker, text, start: n * 20, end: n * 20 + 15 })),
    },
    ...more,
  })
}

beforeAll(async () => {
  world = await createWorld()
  await talk(
    'Gates',
    1,
    [ANN, UNCLEAR],
    [
      ['Ann <Lee>', "I'll send you the list of the gates by Friday, with all their numbers."],
      ['Dora', 'We are worried that the yellow lamps of the yard are too expensive.'],
      ['Bob', "I'll send you the offer by Monday, with the numbers of the north depot."],
    ],
  )
  await talk(
    'Prices',
    3,
    [ANN, UNCLEAR],
    [
      ['Ann <Lee>', 'Honestly, we are worried that nine thousand dollars is too expensive for our depot.'],
      ['Ann <Lee>', 'How long does the installation take in the north depot?'],
    ],
  )
  await talk(
    'Secret',
    5,
    [ANN, HIDDEN],
    [['Ann <Lee>', 'We are worried about the zebra migration of our old stables.']],
    {
      private: true,
    },
  )
  await talk('Elsewhere', 6, [UNCLEAR], [['Dora', 'We are worried about the purple whales of the other harbor.']], {
    opportunityID: 'other',
  })
  const fields = { name: 'Ann Lee', jobtitle: 'Head of <depots>', email: ANN.email }
  await call(world.app, world.org, 'PUT', '/crm-records/contacts/7', { body: { fields } })
  await world.app.drain(world.acme)
  ;[bob, mark, carol] = await Promise.all(
    [world.bob, world.mark, world.carol].map(({ userId }) => signedIn(world.app, world.acme, userId)),
  )
})

const path = (of: Record<string, string>) => `/people?${new URLSearchParams(of)}`
const ofAnn = path({ email: 'ann.lee@HARBOR.example' })

describe('the page of a person', () => {
  it('shows role, words, questions, promises of both sides and calls, newest first', async () => {
    const { text, status } = (await mark?.get(ofAnn)) ?? {}
    expect(status).toBe(200)
    expect(text).toContain('Head of &lt;depots&gt;')
    expect(text).toMatch(/What they said[\s\S]*Honestly, we are worried[\s\S]*?Worry[\s\S]*?\?t=0"/)
    expect(text).toMatch(/Questions they asked[\s\S]*How long does the installation take[\s\S]*0:20/)
    expect(text).toMatch(/They promised[\s\S]*list of the gates[\s\S]*We promised[\s\S]*offer by Monday/)
    expect(text).toMatch(/Calls <span class="meta">2<\/span>[\s\S]*Prices[\s\S]*Gates/)
    expect(text).toMatch(/Last heard<\/dt><dd><time datetime="2026-09-03/)
  })

  it('contains the calls that the viewer may see, and no trace of others', async () => {
    expect((await mark?.get(ofAnn))?.text).not.toMatch(/zebra|Secret/)
    expect((await bob?.get(ofAnn))?.text).toMatch(/zebra[\s\S]*Calls <span class="meta">3<\/span>/)
  })

  it('finds a name without an address in one account alone', async () => {
    const { text } = (await mark?.get(path({ name: 'dora', call: ids.Gates ?? '' }))) ?? {}
    expect(text).toMatch(/yellow lamps[\s\S]*Calls <span class="meta">2<\/span>/)
    expect(text).not.toContain('whales')
  })

  it('is reached from the call, the deal, the list, the search and the palette', async () => {
    const href = `/people?${new URLSearchParams({ email: ANN.email }).toString()}`
    const { data } = (await call(world.app, world.mark, 'GET', '/deals')).body
    const deal = data.find((one: { opportunity_id: string }) => one.opportunity_id === 'harbor').id
    const places = [
      `/conversations/${ids.Gates}`,
      `/deals/${deal}`,
      '/conversations',
      '/search?q=ann',
      '/home/jump?q=lee',
    ]
    for (const place of places)
      expect([place, (await mark?.get(place))?.text]).toEqual([place, expect.stringContaining(href)])
    expect((await mark?.get('/home/jump?q=zoe'))?.text).not.toContain('zoe@quill.example')
    expect((await bob?.get('/home/jump?q=zoe'))?.text).toContain('zoe%40quill.example')
  })
})

describe('nobody is shown', () => {
  it.each([
    ['without an address', {}],
    ['of the organization', { email: 'bob@acme.example' }],
    ['whom nobody knows', { email: 'nobody@harbor.example' }],
    ['whom only hidden calls contain', { email: HIDDEN.email }],
    ['whose call does not exist', { name: 'Dora', call: '01a218f3-0e31-75f3-8973-965d8efb2a18' }],
    ['with a name and no call', { name: 'Dora' }],
    ['with a malformed call', { name: 'Dora', call: 'x' }],
    ['with a name too long', { email: `${'a'.repeat(400)}@harbor.example` }],
  ])('%s', async (_, of) => {
    expect((await mark?.get(path(of)))?.status).toBe(404)
  })

  it('to whom no call is visible', async () => {
    expect((await carol?.get(ofAnn))?.status).toBe(404)
    expect((await carol?.get(path({ name: 'Dora', call: ids.Gates ?? '' })))?.status).toBe(404)
  })
})
