import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations } from '../../../testing/refusals.ts'
import { summaryOf, TALK, talkFor } from '../../../testing/transcript-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/conversations/${id}/summary`)
const elementOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes

const span = (segment: number) => ({
  segment,
  speaker: TALK[segment]?.[0],
  start: segment * 10,
  end: segment * 10 + 8,
  quote: TALK[segment]?.[1],
})

describe('does', () => {
  it('tells what a conversation came to, each line with the words it stands on', async () => {
    const id = await talkFor(world)
    const answer = await get(world.bob, id)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          conversationUUID: id,
          transcriptVersion: 1,
          method: 'extractive',
          model: null,
          modelFault: null,
          pending: false,
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          headline: {
            text: "Shift leaders – Bob: Let's go with sixty scanners and the three year warranty.",
            spans: [span(4), expect.objectContaining({ quote: expect.stringContaining('shift leaders') })],
          },
          paragraphs: expect.any(Array),
          decisions: [{ text: "Let's go with sixty scanners and the three year warranty.", spans: [span(4)] }],
          actionItems: [
            {
              text: "I'll send you the offer with the warranty by Friday.",
              owner: { name: 'Bob', email: 'bob@acme.example' },
              due: 'by Friday',
              dueDate: '2026-04-17',
              spans: [span(8)],
            },
            {
              text: 'Could you send me the list of the shift leaders by the end of the month?',
              owner: { name: 'Ann', email: 'ann@customer.example' },
              due: 'by the end of the month',
              dueDate: '2026-04-30',
              spans: [span(10), span(11)],
            },
          ],
          openQuestions: [
            {
              text: 'Moving on to the training, how many people of the night shift have to learn the scanner software?',
              spans: [span(6)],
            },
          ],
          chapters: [
            {
              title: expect.stringMatching(/scanner/i),
              firstSegment: 0,
              lastSegment: 11,
              start: 0,
              end: 118,
              spans: expect.any(Array),
            },
          ],
        },
      },
    ])
    const { paragraphs, chapters } = answer.body.data
    expect(paragraphs.length).toBeGreaterThan(0)
    for (const line of [...paragraphs, ...chapters]) {
      expect(line.spans.length).toBeGreaterThan(0)
      for (const { segment, quote, speaker } of line.spans) {
        expect([speaker, TALK[segment]?.[1].includes(quote)]).toEqual([TALK[segment]?.[0], true])
      }
    }
  })

  it('is made once, and fills the element where the import brought none', async () => {
    const id = await talkFor(world)
    expect((await elementOf(id)).summary).toBeNull()
    const made = await summaryOf(world, id)
    expect(await summaryOf(world, id)).toEqual(made)
    expect((await elementOf(id)).summary).toBe(
      [made.headline, ...made.paragraphs].map(({ text }: { text: string }) => text).join('\n\n'),
    )
  })

  it('leaves a summary alone that the import brought', async () => {
    const vcon = {
      vcon: '0.4.0',
      uuid: '018e9b1c-0000-8000-8000-000000000001',
      created_at: '2026-04-16T13:00:00Z',
      parties: [{ name: 'Bob' }],
      dialog: [
        {
          type: 'text',
          start: '2026-04-16T13:00:00Z',
          parties: [0],
          body: 'We decided to buy the scanners.',
          encoding: 'none',
        },
      ],
      analysis: [{ type: 'summary', dialog: 0, body: 'As we were told.', encoding: 'none', vendor: 'somebody' }],
    }
    const id = await importFor(world, { transcript: vcon })
    expect((await elementOf(id)).summary).toBe('As we were told.')
    expect((await summaryOf(world, id)).decisions).toHaveLength(1)
    expect((await elementOf(id)).summary).toBe('As we were told.')
  })

  it('is of the transcript as it is now: a corrected one has another summary, and never shows the old one', async () => {
    const id = await talkFor(world)
    expect((await summaryOf(world, id)).decisions).toHaveLength(1)
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/transcript`, {
      body: {
        transcript: { segments: [{ speaker: 'Bob', text: 'We have not settled anything about the scanners.' }] },
      },
    })
    expect((await elementOf(id)).summary).toBeNull()
    expect(await summaryOf(world, id)).toMatchObject({
      transcriptVersion: 2,
      headline: { spans: [{ segment: 0, start: null, end: null }] },
      decisions: [],
    })
    expect((await elementOf(id)).summary).toContain('have not settled')
  })

  it('names no day where nobody knows when the conversation was', async () => {
    const id = await talkFor(world, { conversationStartedAt: undefined })
    const items = (await summaryOf(world, id)).actionItems
    expect(items.map(({ due, dueDate }: Record<string, unknown>) => [due, dueDate])).toEqual([
      ['by Friday', null],
      ['by the end of the month', null],
    ])
  })

  it.each([
    ['without a transcript', { transcript: undefined, mediaURL: 'https://media.example/one.mp4' }, null],
    ['in which no word was spoken', { transcript: { segments: [{ speaker: 'Bob', text: '…' }] } }, 1],
  ])('of a conversation %s it is empty', async (_, given, transcriptVersion) => {
    const id = await importFor(world, given)
    expect(await summaryOf(world, id)).toMatchObject({
      transcriptVersion,
      headline: null,
      paragraphs: [],
      decisions: [],
      actionItems: [],
      openQuestions: [],
      chapters: [],
    })
    expect((await elementOf(id)).summary).toBeNull()
  })

  it('is one and the same for all who ask for it at the same moment', async () => {
    const id = await talkFor(world)
    const answers = await Promise.all(Array.from({ length: 6 }, () => get(world.bob, id)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  it('goes with the conversation', async () => {
    const id = await talkFor(world)
    await summaryOf(world, id)
    await call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    expect((await get(world.alice, id)).status).toBe(404)
  })
})

describe('refuses', () => {
  it('conversations that are not there', async () => {
    expect((await get(world.org, '00000000-0000-7000-8000-000000000000')).status).toBe(404)
  })
})

describe('who may', () => {
  guardsConversations(() => world, get)
})
