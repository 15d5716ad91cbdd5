import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { NOBODY, notFound, refusedField } from '../../../testing/refusals.ts'
import { LAUNCH, SALARIES } from '../../../testing/sample-transcripts.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let launch: string
beforeAll(async () => {
  world = await createWorld()
  launch = await importFor(world, { conversationTitle: 'Launch', transcript: { segments: LAUNCH } })
})

const ask = (caller: Caller | undefined, body: unknown, headers: Record<string, string> = {}) =>
  call(world.app, caller, 'POST', '/ask_assistant/v2', { body, headers })
const about = (prompt: string, more: Record<string, unknown> = {}) => ({ conversation_ids: [launch], prompt, ...more })

/** Every quote stands in its segment, and every word between quotation marks of the output in a quote. */
function expectProof({ body }: Answer, segments = LAUNCH) {
  expect(body.citations.length).toBeGreaterThan(0)
  for (const { quote, segment, speaker, start } of body.citations) {
    expect(segments[segment]).toMatchObject({ speaker, start })
    expect(segments[segment]?.text).toContain(quote)
  }
  const shown = [...String(body.output).matchAll(/“([^”]*)”/g)].flatMap(([, words = '']) => words.split(' … '))
  expect(shown.length).toBeGreaterThan(0)
  const quoted = body.citations.map(({ quote }: { quote: string }) => quote).join(' ')
  for (const words of shown) expect(quoted).toContain(words)
}

describe('does', () => {
  it('answers with who said it, when, and verbatim quotes', async () => {
    const answer = await ask(world.bob, about('What did Dana say about the price of the starter plan?'))
    expect([answer.status, answer.body.answered, answer.body.notice]).toEqual([200, true, null])
    expect(answer.body.conversations_used).toEqual([launch])
    expect(answer.body.output).toContain('Dana (0:30)')
    expect(answer.body.output).toContain('twelve euros')
    expectProof(answer)
    expect(answer.body.citations[0]).toEqual({
      type: 'CONVERSATION',
      conversation_id: launch,
      source_id: null,
      title: 'Launch',
      speaker: expect.any(String),
      start: expect.any(Number),
      end: expect.any(Number),
      quote: expect.any(String),
      segment: expect.any(Number),
      passage: 0,
      key: expect.any(String),
    })
  })

  it('says that it is not in there, and quotes nothing', async () => {
    const answer = await ask(
      world.bob,
      about('Why did Professor Hartmann leave the Antarctic glacier expedition early?'),
    )
    expect(answer.body).toMatchObject({ citations: [], conversations_used: [], answered: false })
    expect(answer.body.output).toMatch(
      /^No clear answer to “Why did Professor Hartmann leave .* was found in this call/,
    )
    expect(answer.body.related).toEqual([])
  })

  it('offers the nearest passage where there is no answer, and uses no conversation', async () => {
    const answer = await ask(world.bob, about('Which onboarding did the railway company choose?'))
    expect(answer.body).toMatchObject({ answered: false, citations: [], conversations_used: [] })
    expect(answer.body.related[0]).toMatchObject({ conversation_id: launch, passage: 0 })
    for (const { quote, segment } of answer.body.related) expect(LAUNCH[segment]?.text).toContain(quote)
  })

  it('puts the verdict of a yes-or-no question first, with the passage that supports it', async () => {
    const segments = [
      { speaker: 'Ann', text: 'Thanks for joining, we look at the rollout today.', start: 0, end: 4 },
      { speaker: 'Bob', text: 'Do the branches use the mobile app?', start: 5, end: 8 },
      { speaker: 'Ann', text: "No, they don't, because the scanners are locked.", start: 9, end: 12 },
    ]
    const id = await importFor(world, { conversationTitle: 'Rollout', transcript: { segments } })
    const answer = await ask(world.bob, { conversation_ids: [id], prompt: 'Do the branches use the mobile app?' })
    expect(answer.body).toMatchObject({ answered: true, mode: 'passages', verdict: 'no' })
    expect(answer.body.output).toMatch(/^No, according to Ann \(0:09\)\.\n/)
    expectProof(answer, segments)
  })

  it('tells the whole conversation when nothing in particular is asked', async () => {
    const answer = await ask(world.bob, about('Summarize the whole meeting.'))
    expect(answer.body.answered).toBe(true)
    expectProof(answer)
    const segments = answer.body.citations.map((one: { segment: number }) => one.segment)
    expect(Math.min(...segments)).toBeLessThan(4)
    expect(Math.max(...segments)).toBeGreaterThan(7)
  })

  it('quotes whole sentences, and names the call where the date matters', async () => {
    const answer = await ask(world.bob, about('When does the launch of the mobile app happen?'))
    expect(answer.body.output).toMatch(
      /Ben \(1:20, Launch\): “Well, the launch of the mobile app is on, um, the fourth of May\.”/,
    )
    expectProof(answer)
  })

  it('asks those that the filters mean, and tells which one says it', async () => {
    const title = 'A call of its own'
    const other = await importFor(world, {
      ...{ conversationTitle: title, conversationStartedAt: '2026-03-02T09:00:00Z' },
      transcript: { segments: SALARIES },
    })
    const prompt = 'What salary did the candidate ask for?'
    const { body } = await ask(world.bob, { filter: { title: 'CALL OF ITS' }, prompt })
    expect(body.conversations_used).toEqual([other])
    const none = await ask(world.bob, { filter: { title: 'no such title' }, prompt })
    expect(none.body).toMatchObject({ answered: false, citations: [] })
    const before = await ask(world.bob, { toDateTime: '2025-01-01', filter: { title: 'call of its' }, prompt })
    expect(before.body.answered).toBe(false)
  })

  it('finds the right one among many', async () => {
    const others: string[] = []
    for (const topic of ['gardening', 'plumbing', 'painting', 'roofing', 'tiling']) {
      const segments = [
        { speaker: 'Zoe', text: `The ${topic} takes two weeks and the ${topic} crew begins on Monday.` },
      ]
      others.push(await importFor(world, { conversationTitle: topic, transcript: { segments } }))
    }
    const { body } = await ask(world.bob, { prompt: 'How long does the roofing take?', conversation_ids: others })
    expect([body.answered, body.conversations_used]).toEqual([true, [others[3]]])
    expect(body.output).toContain('The roofing takes two weeks')
  })

  it('asks the knowledge base, and cites its sources', async () => {
    const source = {
      title: 'Travel rules',
      content: '# Travel\n\nTrains of the first class need the approval of a director.',
    }
    const made = await call(world.app, world.org, 'POST', '/knowledge-base/sources', { body: source })
    const { body } = await ask(world.bob, { knowledge_base: true, prompt: 'Who approves trains of the first class?' })
    expect(body).toMatchObject({ answered: true, conversations_used: [] })
    expect(body.citations[0]).toMatchObject({
      ...{ type: 'KB_SOURCE', source_id: made.body.data.id, conversation_id: null, title: 'Travel rules' },
      ...{ speaker: null, start: null, end: null, segment: null },
    })
    expect(source.content).toContain(body.citations[0].quote)
  })

  it('tells it piece by piece to who asks for a stream', async () => {
    const asked = about('What did Dana say about the price of the starter plan?')
    const whole = await ask(world.bob, asked)
    const answer = await ask(world.bob, asked, { accept: 'text/event-stream' })
    const told = answer.text.split('\n\n').flatMap((block) => {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? []
      return name === undefined ? [] : [{ name, data: JSON.parse(data ?? '') }]
    })
    expect(told[0]).toEqual({ name: 'evidence', data: { conversations: 1, used: 1 } })
    const of = (name: string) => told.filter((one) => one.name === name).map(({ data }) => data)
    expect(
      of('text')
        .map(({ text }) => text)
        .join(''),
    ).toBe(whole.body.output)
    expect(of('citation')).toEqual(whole.body.citations)
    expect(told.at(-1)).toEqual({ name: 'done', data: whole.body })
  })

  it('answers from what is there now, after a correction', async () => {
    const id = await importFor(world, {
      transcript: { segments: [{ speaker: 'Al', text: 'The budget is nine thousand euros.' }] },
    })
    const asked = { conversation_ids: [id], prompt: 'How much is the budget?' }
    expect((await ask(world.bob, asked)).body.output).toContain('nine thousand')
    const transcript = { segments: [{ speaker: 'Al', text: 'The budget is seven thousand euros.' }] }
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, { body: { transcript } })
    expect((await ask(world.bob, asked)).body.output).toContain('seven thousand')
  })

  it('is quiet about a conversation without words', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://example.com/talk.mp4' })
    const { body } = await ask(world.bob, { conversation_ids: [id], prompt: 'Summarize the meeting.' })
    expect(body).toMatchObject({ answered: false, citations: [] })
  })
})

describe('refuses', () => {
  it.each([
    ['no prompt', { prompt: undefined }, '/prompt'],
    ['a blank one', { prompt: ' \n' }, '/prompt'],
    ['one of 4001 characters', { prompt: 'x'.repeat(4001) }, '/prompt'],
    ['no conversation at all', { conversation_ids: [] }, '/conversation_ids'],
    ['101 conversations', { conversation_ids: Array(101).fill(NOBODY) }, '/conversation_ids'],
    ['what is no id', { conversation_ids: ['none'] }, '/conversation_ids/0'],
    ['conversations and filters', { filter: { title: 'x' } }, '/filter'],
    ['conversations and the knowledge base', { knowledge_base: true }, '/knowledge_base'],
  ])('%s, and points at it', async (_, more, pointer) => {
    const answer = await ask(world.bob, about('Who?', more))
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
  })

  it('a CRM field name without values, and values without a name', async () => {
    const refused = async (filter: object) => (await ask(world.bob, { filter, prompt: 'Who?' })).body.source?.pointer
    expect(await refused({ 'crm_field.field_name': 'size' })).toBe('/filter/crm_field.values')
    expect(await refused({ 'crm_field.values': ['9'] })).toBe('/filter/crm_field.field_name')
  })

  it('before anything is told, also to who wants a stream', async () => {
    const answer = await ask(world.bob, { conversation_ids: [NOBODY], prompt: 'Who?' }, { accept: 'text/event-stream' })
    expect([answer.status, answer.body]).toEqual([404, notFound('conversation', '/conversation_ids')])
  })
})

describe('who may', () => {
  it('is who sees the conversations, all of them or none', async () => {
    const secret = await importFor(world, { private: true, transcript: { segments: SALARIES } })
    const asked = { conversation_ids: [launch, secret], prompt: 'What salary did the candidate ask for?' }
    const allowed = await ask(world.alice, asked)
    expect(allowed.body.conversations_used).toEqual([secret])
    for (const caller of [world.mark, world.carol, world.mallory, world.rivalOrg]) {
      const answer = await ask(caller, asked)
      expect([answer.status, answer.body]).toEqual([404, notFound('conversation', '/conversation_ids')])
    }
    expect((await ask(undefined, asked)).status).toBe(401)
  })

  it('and nobody hears from a hidden one by way of the filters', async () => {
    const word = 'zirconium'
    const segments = [{ speaker: 'Al', text: `The ${word} contract is worth a hundred thousand euros.` }]
    const hidden = await importFor(world, { private: true, conversationTitle: 'Hidden', transcript: { segments } })
    const asked = { prompt: `How much is the ${word} contract worth?` }
    expect((await ask(world.bob, asked)).body.conversations_used).toEqual([hidden])
    for (const caller of [world.mark, world.carol, world.mallory]) {
      const answer = await ask(caller, asked)
      expect(answer.text).not.toMatch(/hundred thousand|Hidden/)
      expect(answer.text).not.toContain(hidden)
    }
  })
})
