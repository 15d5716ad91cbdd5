import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, forge } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { itemFor } from '../../testing/scorecards-fixtures.ts'
import { score } from '../../testing/scored-fixtures.ts'
import { saleCardFor, saleFor } from '../../testing/scored-transcripts.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let card: Awaited<ReturnType<typeof saleCardFor>>
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
  card = await saleCardFor(world)
})

const pathOf = (id: string) => `/conversations/${id}/scorecards`
const open = (id: string, query = '') => bob.get(`${pathOf(id)}${query}`)
const analyzed = async () => {
  const segments = [
    { speaker: 'Bob', text: 'Good morning, my name is Bob.', start: 0, end: 4 },
    { speaker: 'Bob', text: 'What budget do you have', start: 61, end: 63 },
    { speaker: 'Bob', text: 'for the scanners this year?', start: 64, end: 66 },
    { speaker: 'Ann', text: 'About fifty thousand.', start: 70, end: 72 },
  ]
  const id = await saleFor(world, { transcript: { segments } })
  await world.app.drain(world.acme)
  return id
}
const resultOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/scorecard-results`)).body.data[0]

describe('shows', () => {
  it('scores with their level, the words they rest on as a way to them, and what was left open and why', async () => {
    const { text } = await open(await analyzed())
    expect(text).toContain('<b>100</b> of 100')
    expect(text).toContain('Asked about the budget')
    expect(text).toContain('<p class="soft" dir="auto">Yes</p>')
    expect(text).toMatch(/Scored by rules, [\s\S]*Scorecard version \d+/)
    expect(text).toMatch(/\?t=61"><bdi>Bob, 1:01<\/bdi>/)
    expect(text).toMatch(/Not scored, because no language model is configured: [\s\S]*Built rapport/)
  })

  it('that nothing applies', async () => {
    const own = await createWorld(world.app)
    const browser = await signedIn(own.app, own.acme, own.bob.userId)
    expect((await browser.get(pathOf(await importFor(own)))).text).toContain('No scorecards apply')
  })

  it('that the scorecard has changed since', async () => {
    const own = await createWorld(world.app)
    const made = await saleCardFor(own)
    const id = await saleFor(own)
    await score(own, own.bob, id, made.id, { items: [{ uuid: made.budget, score: 1 }] })
    await itemFor(own, made.id, { title: 'Another' })
    const browser = await signedIn(own.app, own.acme, own.mark.userId)
    const { text } = await browser.get(pathOf(id))
    expect(text).toContain('Scored by <bdi>bob@acme.example</bdi>')
    expect(text).toContain('(current version: 5)')
  })
})

describe('does', () => {
  it('let a person score in the place of the program, with notes and quotes', async () => {
    const id = await analyzed()
    const page = await open(id, `?score=${card.id}`)
    expect(page.text).toMatch(/<option value="2" selected>2: Yes<\/option>/)
    // A sentence of two lines is one quote.
    expect(page.text).toContain('What budget do you have for the scanners this year?</textarea>')
    expect(page.text).toContain('What budget do you have for the scanners this year?</p>')
    const saved = await bob.submit(`${pathOf(id)}/score`, page, {
      [`score-${card.budget}`]: '1',
      [`note-${card.budget}`]: 'Late.',
      [`quotes-${card.budget}`]: 'What budget do you have for the scanners this year?\r\n\r\nAbout fifty thousand.',
      [`score-${card.rapport}`]: '',
      summary: 'Fine <b>call</b>',
    })
    expect(saved.location).toBe(`/conversations/${id}?tab=scorecard#scorecards`)
    expect(await resultOf(id)).toMatchObject({
      ...{
        source: 'human',
        scoredBy: world.bob.userId,
        summary: { averageScore: 50, summaryText: 'Fine <b>call</b>' },
      },
      items: [{ uuid: card.budget, description: 'Late.', numericResult: { score: 1 } }],
    })
    const { text } = await open(id)
    expect(text).toContain('Scored by <bdi>you</bdi>')
    expect(text).toContain('Fine &lt;b&gt;call&lt;/b&gt;')
    expect(text).toContain('Automatic score')
    expect(text).toContain('Ann, 1:10')
    expect(text).toMatch(/Not scored: [\s\S]*Built rapport/)
  })

  it('hand out the form alone, for a script', async () => {
    const id = await analyzed()
    const piece = await open(id, `/form?score=${card.id}`)
    expect(piece.text).toMatch(/^<div class="record-scoring"><form method="post"/)
    expect(piece.text).not.toContain('<html')
    expect((await open(id, '/form?score=none')).status).toBe(404)
  })

  it('take a result off, for good', async () => {
    const id = await analyzed()
    await bob.submit(`${pathOf(id)}/remove`, await open(id), { scorecard: card.id })
    expect(await resultOf(id)).toBeUndefined()
    expect((await open(id)).text).toContain('A user removed the score.')
  })
})

describe('refuses', () => {
  it('scores off the scale and words that nobody said, at their fields, and keeps what was given', async () => {
    const id = await analyzed()
    const send = async (fields: Record<string, string>) =>
      bob.submit(`${pathOf(id)}/score`, await open(id, `?score=${card.id}`), fields)
    const off = await send({
      [`score-${card.budget}`]: '',
      [`score-${card.warranty}`]: '7',
      [`note-${card.warranty}`]: 'Kept.',
    })
    expect(off.status).toBe(400)
    expect(off.text).toMatch(new RegExp(`name="score-${card.warranty}" aria-invalid="true"`))
    expect(off.text).toContain('Kept.</textarea>')
    const unsaid = await send({
      [`score-${card.budget}`]: '1',
      [`quotes-${card.budget}`]: 'About fifty thousand.\nNever said.',
    })
    expect(unsaid.text).toMatch(new RegExp(`name="quotes-${card.budget}"[^>]*aria-invalid="true"`))
    expect((await send({})).text).toContain('role="alert"')
    expect((await send({ key: crypto.randomUUID() })).status).toBe(400)
    expect(await resultOf(id)).toMatchObject({ source: 'ai' })
  })
})

describe('who may', () => {
  it('is who sees the conversation', async () => {
    const id = await analyzed()
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    expect((await carol.get(pathOf(id))).status).toBe(404)
    const forged = await forge(carol, `${pathOf(id)}/remove`, { scorecard: card.id })
    expect(forged.status).toBe(404)
    expect(await resultOf(id)).toBeDefined()
  })
})
