import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { dealFor, deckFor, deckOf, quotesIn, wordsIn } from '../../../testing/decks-fixtures.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, notFound, refusedField } from '../../../testing/refusals.ts'
import { talkFor } from '../../../testing/transcript-fixtures.ts'
import { deliveriesOf, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world, { conversationTitle: 'Scanners for Rotterdam' })
  await dealFor(world, 'deal-1')
})

const create = (body: object, caller = world.bob) => call(world.app, caller, 'POST', '/create_deck', { body })
const made = async (body: Record<string, unknown>) => deckOf(world, await deckFor(world, body))
type Slide = { layout: string; title: string; [name: string]: unknown }
const slidesIn = async (body: Record<string, unknown>): Promise<Slide[]> => (await made(body)).document.slides
const titlesIn = async (body: Record<string, unknown>) => (await slidesIn(body)).map(({ title }) => title)

describe('does', () => {
  it('answers just what the contract says', async () => {
    const answer = await create({ context_id: talk })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        link: expect.stringMatching(/^http:\/\/parley\.test\/decks\/[0-9a-f-]{36}$/),
        error: '',
        emails_shared_with: [],
      },
    ])
  })

  it('makes a recap of what the conversation came to, each statement with its words', async () => {
    const deck = await made({ context_id: talk })
    expect(deck).toMatchObject({
      ...{ title: 'Scanners for Rotterdam', deck_type: 'recap', context_type: 'conversation', context_id: talk },
      ...{ made_by: 'rules', model: null, model_fault: null, user_uuid: world.bob.userId },
    })
    const { slides, sources } = deck.document
    expect(slides[0]).toMatchObject({ layout: 'title', title: 'Scanners for Rotterdam', line: 'Bob · Ann' })
    expect(sources).toMatchObject([{ id: talk, title: 'Scanners for Rotterdam' }])
    const said = wordsIn(slides)
    expect(said).toContain("Let's go with sixty scanners and the three year warranty.")
    expect(said).toContain('people of the night shift have to learn the scanner software?')
    const steps = slides.find(({ title }: Slide) => title === 'Next steps')
    expect(steps.rows[0].cells).toEqual([
      "I'll send you the offer with the warranty by Friday.",
      'Bob',
      expect.stringMatching(/^17 Apr/),
    ])
    const quotes = quotesIn(slides)
    const { body } = await call(world.app, world.org, 'GET', `/conversations/${talk}`)
    expect(quotes.length).toBeGreaterThan(3)
    for (const quote of quotes) expect(body.attributes.transcript).toContain(quote)
  })

  it.each(['recap', 'proposal', 'business_review', 'pitch', 'custom'])(
    'makes a %s of an opportunity, with slides that say something',
    async (deck_type) => {
      const deck = await made({ context_id: 'deal-1', deck_type })
      expect(deck).toMatchObject({ title: 'Harbor, ten trucks', deck_type, context_type: 'opportunity' })
      const { slides, sources } = deck.document
      expect(sources.map(({ title }: { title: string }) => title)).toEqual(['First call', 'Second call'])
      expect(slides.length).toBeGreaterThan(4)
      for (const slide of slides) {
        const { points, rows, events, quotes } = slide
        for (const list of [points, rows, events, quotes]) expect(list?.length).not.toBe(0)
      }
      expect(new Set(slides.map(({ title }: Slide) => title)).size).toBe(slides.length)
    },
  )

  it('tells a proposal by what each side says', async () => {
    const slides = await slidesIn({ context_id: 'deal-1', deck_type: 'proposal' })
    const of = (title: string) => wordsIn(slides.find((slide) => slide.title === title))
    expect(of('Current situation')).toContain('We plan by hand in a spreadsheet')
    expect(of('Proposed solution')).toContain('Our planner takes about a minute')
    expect(of('Proposed solution')).not.toContain('by hand')
    expect(of('Price and terms')).toContain('forty-six dollars a vehicle')
    expect(of('Concerns to address')).toContain('worried about')
  })

  it('lists complaints of customers that are clear on a slide', async () => {
    await importFor(world, {
      linkedCrmRecords: [{ code: 'companies', id: 'C-78' }],
      transcript: [
        'Bob: How are the scanners doing in the depot?',
        'Eva: Since Monday the scanners are slow, and the labels never arrived.',
        "Eva: He doesn't like anything that isn't nailed down.",
        'Bob: What happens to the labels?',
        "Eva: They were late, and I don't want them like that, it was wrong.",
      ].join('\n'),
    })
    const slides = await slidesIn({ context_id: 'C-78', deck_type: 'business_review' })
    const said = wordsIn(slides.find(({ title }) => title === 'What needs improvement'))
    expect(said).toContain('Since Monday the scanners are slow')
    expect(said).not.toContain('nailed down')
    expect(said).not.toContain('like that')
  })

  it('is made of an account, by the name that the CRM has for it', async () => {
    await importFor(world, {
      linkedCrmRecords: [{ code: 'companies', id: 'C-77' }],
      transcript: 'Bob: We agreed to deliver the pallets to Antwerp next week.\nEva: That is right.',
    })
    await call(world.app, world.org, 'PUT', '/crm-records/companies/C-77', { body: { fields: { name: 'Globex' } } })
    expect(await made({ context_id: 'C-77' })).toMatchObject({
      title: 'Globex',
      context_type: 'account',
      context_id: 'C-77',
    })
  })

  it('is made of a clip, of what is said in it and nothing else', async () => {
    const body = {
      user_uuid: world.bob.userId,
      conversation_id: talk,
      title: 'Price',
      video: { start_time: 20, end_time: 39 },
    }
    const { id } = (await call(world.app, world.bob, 'POST', '/snippets', { body })).body
    const deck = await made({ context_id: id })
    expect(deck).toMatchObject({ title: 'Price', context_type: 'snippet', context_id: id })
    expect(wordsIn(deck.document.slides)).toContain('four hundred euros')
    expect(wordsIn(deck.document.slides)).not.toMatch(/night shift|warranty/)
    const segments = [...wordsIn(deck.document).matchAll(/"segment":(\d+)/g)].map(([, at]) => Number(at))
    expect(Math.min(...segments)).toBeGreaterThanOrEqual(2)
    expect(Math.max(...segments)).toBeLessThanOrEqual(3)
  })

  it('has as many slides as are asked for, while there is something to say', async () => {
    expect(await titlesIn({ context_id: talk, slides: 1 })).toEqual(['At a glance'])
    expect(await titlesIn({ context_id: talk, slides: 3 })).toHaveLength(3)
    const most = await titlesIn({ context_id: talk, slides: 40 })
    expect(most.length).toBeLessThan(40)
    expect(most.length).toBeGreaterThanOrEqual((await titlesIn({ context_id: talk })).length)
  })

  it('gives each entry of a structure its slide, in its layout, and says where nothing was found', async () => {
    const entry = (layout_instruction: string, content_instruction: string) => ({
      layout_instruction,
      content_instruction,
    })
    const slides = await slidesIn({
      context_id: 'deal-1',
      slides: 2,
      structure: [
        entry('a title slide', 'Where we stand'),
        entry('two columns', 'What was said about the price'),
        entry('table', 'Next steps'),
        entry('bar chart', 'who talked most'),
        entry('big quote', 'pains'),
        entry('bullets', 'the giraffes of Kilimanjaro'),
        entry('pie chart', 'the giraffes of Kilimanjaro'),
        entry('divider', 'Thank you'),
        entry('', 'the dock view and the loading'),
      ],
    })
    expect(slides.map(({ layout, title }) => [layout, title])).toEqual([
      ['title', 'Where we stand'],
      ['columns', 'The price'],
      ['table', 'Next steps'],
      ['chart', 'Talk time by conversation'],
      ['quote', 'Pains'],
      ['section', 'The giraffes of Kilimanjaro'],
      ['section', 'The giraffes of Kilimanjaro'],
      ['section', 'Thank you'],
      ['bullets', expect.stringMatching(/^The dock view|^Dock view/)],
    ])
    expect(wordsIn(slides[1])).toContain('forty-six dollars')
    expect(wordsIn(slides[5])).toContain('No information about this topic was found in these conversations.')
    expect(wordsIn(slides[8])).toContain('We love the dock view')
  })

  it('looks for what the instructions name, without a language model', async () => {
    const slides = await slidesIn({
      context_id: 'deal-1',
      additional_instructions: 'What was said about the dock view?',
    })
    const found = slides.find(({ title }) => /dock view/i.test(title))
    expect(wordsIn(found)).toContain('We love the dock view')
  })

  it('tells who wants to hear that it was made, by ids alone', async () => {
    const { id: webhook } = await webhookFor(world, {
      url: 'https://hooks.customer.example/',
      event_types: ['deck.created'],
    })
    const id = await deckFor(world, { context_id: talk })
    const [delivery] = await deliveriesOf(world, webhook)
    expect(delivery.event_type).toBe('deck.created')
    const { body } = await call(world.app, world.org, 'GET', `/webhooks/${webhook}/deliveries/${delivery.id}`)
    expect(JSON.parse(body.data.body).data).toEqual({
      ...{ deck_id: id, deck_type: 'recap', context_type: 'conversation', context_id: talk },
    })
  })

  it('shares with users and with others, each named once', async () => {
    const users_to_share = ['carol@acme.example', 'guest@customer.example', 'guest@customer.example']
    const answer = await create({ context_id: talk, users_to_share })
    expect(answer.body.emails_shared_with).toEqual(['carol@acme.example', 'guest@customer.example'])
    const id = answer.body.link.split('/').at(-1)
    const { shares } = await deckOf(world, id)
    expect(
      shares.map(({ email, user_uuid }: { email: string; user_uuid: string | null }) => [email, user_uuid]),
    ).toEqual(
      expect.arrayContaining([
        ['carol@acme.example', world.carol.userId],
        ['guest@customer.example', null],
      ]),
    )
    // Carol doesn't see the conversation.
    expect((await call(world.app, world.carol, 'GET', `/decks/${id}`)).status).toBe(404)
  })

  it('says why there is none, where nothing is said', async () => {
    const silent = await importFor(world, { transcript: undefined, mediaURL: 'https://media.customer.example/a.mp3' })
    for (const context_id of [silent]) {
      const answer = await create({ context_id, users_to_share: ['guest@customer.example'] })
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          success: false,
          link: '',
          error: 'The conversations have no transcript to create a deck from.',
          emails_shared_with: [],
        },
      ])
    }
    await call(world.app, world.org, 'PUT', `/teams/${world.teams.north}/opportunity`, {
      body: { opportunity_id: 'empty-1', title: 'Nobody called' },
    })
    expect((await create({ context_id: 'empty-1' })).body).toMatchObject({ success: false })
  })

  it('keeps every text within its place, however hostile and long what was said is', async () => {
    const hostile = `<script>alert(1)</script> & "quotes" ${'\u202e'}reversed ${'\u0007'} 𝔘𝔫𝔦 ${'word '.repeat(400)}`
    const id = await importFor(world, {
      conversationTitle: hostile.slice(0, 200),
      transcript: {
        segments: [0, 1, 2, 3].map((at) => ({
          speaker: hostile.slice(0, 60),
          text: hostile,
          start: at * 200,
          end: at * 200 + 199,
        })),
      },
    })
    const deck = await made({ context_id: id })
    for (const slide of deck.document.slides) {
      expect([...slide.title].length).toBeLessThanOrEqual(90)
      for (const point of slide.points ?? []) expect([...point.text].length).toBeLessThanOrEqual(190)
    }
    expect(deck.title).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

describe('refuses', () => {
  it('a context that is not there, of rivals, or hidden, in the same words', async () => {
    const secret = await importFor(world, { private: true, userID: world.alice.userId })
    const before = await call(world.app, world.org, 'GET', '/decks')
    for (const context_id of [NOBODY, 'no such thing', secret]) {
      const answer = await create({ context_id })
      expect([answer.status, answer.body]).toEqual([404, notFound('deck_context', '/context_id')])
      expect(answer.body.detail).toContain('Use the ID of a conversation, opportunity, snippet or account.')
    }
    expect((await create({ context_id: talk }, world.mallory)).status).toBe(404)
    expect((await call(world.app, world.org, 'GET', '/decks')).body.meta).toEqual(before.body.meta)
  })

  it.each([
    ['/context_id', {}],
    ['/context_id', { context_id: '' }],
    ['/context_id', { context_id: 'x'.repeat(257) }],
    ['/deck_type', { deck_type: 'novel' }],
    ['/slides', { slides: 0 }],
    ['/slides', { slides: 41 }],
    ['/slides', { slides: 1.5 }],
    ['/structure', { structure: [] }],
    ['/structure', { structure: Array.from({ length: 41 }, () => ({ content_instruction: 'x' })) }],
    ['/structure/0', { structure: [{ layout_instruction: '', content_instruction: ' ' }] }],
    ['/structure/0/content_instruction', { structure: [{ content_instruction: 'x'.repeat(1001) }] }],
    ['/additional_instructions', { additional_instructions: 'x'.repeat(4001) }],
    ['/users_to_share/0', { users_to_share: ['nobody'] }],
    ['/users_to_share/1', { users_to_share: ['a@customer.example', 'a@b@c'] }],
    ['/users_to_share', { users_to_share: Array.from({ length: 101 }, (_, n) => `a${n}@customer.example`) }],
  ])('%s of %j', async (pointer, given) => {
    const answer = await create({ ...(pointer === '/context_id' ? {} : { context_id: talk }), ...given })
    expect([answer.status, answer.body]).toMatchObject([400, refusedField(pointer)])
  })

  it('the address of somebody who has been deactivated, and makes nothing', async () => {
    const own = await createWorld(world.app)
    const id = await talkFor(own)
    await call(own.app, own.alice, 'DELETE', `/organizations/users/${own.carol.userId}`)
    const users_to_share = ['guest@customer.example', 'Carol@Acme.Example']
    const answer = await call(own.app, own.bob, 'POST', '/create_deck', { body: { context_id: id, users_to_share } })
    expect([answer.status, answer.body]).toMatchObject([400, refusedField('/users_to_share/1')])
    expect((await call(own.app, own.org, 'GET', '/decks')).body.data).toEqual([])
  })
})

describe('who may', () => {
  it('whoever sees the context; of an opportunity only what they see of it is told', async () => {
    const own = await createWorld(world.app)
    const [, second = ''] = await dealFor(own, 'deal-2')
    await call(own.app, own.bob, 'PUT', `/conversations/${second}/privacy`, { body: { private: true } })
    const deck = await deckOf(own, await deckFor(own, { context_id: 'deal-2' }, own.mark), own.mark)
    expect(wordsIn(deck)).toContain('First call')
    expect(wordsIn(deck)).not.toMatch(/Second call|forty-six|dock view/)
    expect((await call(own.app, own.carol, 'POST', '/create_deck', { body: { context_id: 'deal-2' } })).status).toBe(
      404,
    )
  })

  it('an organization key, whose decks are seen by admins', async () => {
    const id = await deckFor(world, { context_id: talk }, world.org)
    expect(await deckOf(world, id, world.alice)).toMatchObject({ user_uuid: null, may_change: true })
    expect((await call(world.app, world.bob, 'GET', `/decks/${id}`)).status).toBe(404)
  })
})
