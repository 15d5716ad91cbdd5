import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import type { TranscriptSegment } from '../transcripts/index.ts'
import { findAsker, findRequester } from './commitments.ts'
import { extractiveSummary } from './extractive.ts'

type Turn = readonly [speaker: string, text: string]

const PEOPLE = ['Ann', 'Bob', 'Carol']
const REQUEST: Turn = ['Carol', 'Could you send me the contract draft by tomorrow?']

function findItem(turns: readonly Turn[], people: readonly string[] = PEOPLE) {
  const [item] = findItems(turns, people)
  if (item === undefined) throw new Error('No action item was found.')
  return item
}

function findItems(turns: readonly Turn[], people: readonly string[] = PEOPLE) {
  const segments = turns.map(
    ([name, text]): TranscriptSegment => ({
      speaker: { name },
      start: null,
      end: null,
      words: [{ text, startTimestamp: null, endTimestamp: null }],
    }),
  )
  const summary = extractiveSummary(cutTranscript(segments), {
    people: people.map((name) => ({ name, email: null })),
    saidOn: new Date('2026-04-16T10:00:00Z'),
  })
  return summary.actionItems.map((item) => ({
    ...{ text: item.text, owner: item.owner?.name, requester: findRequester(item), asker: findAsker(item) },
    speakers: item.spans.map(({ speaker }) => speaker),
  }))
}

describe('a request', () => {
  it.each([
    'Sure, will do.',
    "It's on paper. I'll scan it.",
    'I can do it from Monday on.',
    "You'll have it today.",
    'Yes, of course.',
  ])('is a promise of the person who accepts it: %s', (reply) => {
    expect(findItem([REQUEST, ['Ann', reply]])).toMatchObject({
      ...{ owner: 'Ann', requester: null, asker: 'Carol' },
      speakers: expect.arrayContaining(['Carol', 'Ann']),
    })
  })

  it.each([
    "That's for Priya, she looks after contracts. I'll tell her today.",
    "I can't, we have no draft.",
    'Which draft do you mean?',
    "Sure, if it's ready.",
    'How is the weather in your town?',
  ])('stays a request after another reply: %s', (reply) => {
    expect(findItem([REQUEST, ['Ann', reply]])).toMatchObject({ requester: 'Carol', speakers: ['Carol'] })
  })

  it('stays one if somebody else than the named person answers', () => {
    const asked: Turn = ['Carol', 'Bob, could you review the contract draft by tomorrow?']
    expect(findItem([asked, ['Ann', "I'll bring the coffee."]])).toMatchObject({ owner: 'Bob', requester: 'Carol' })
  })

  it('can be a statement of what somebody needs', () => {
    const need: Turn = ['Carol', "I'd need a price from you by Friday that I can put into my calculation."]
    expect(findItem([need, ['Ann', 'With the eight percent, I see.']])).toMatchObject({ requester: 'Carol' })
  })
})

describe('several requests of one turn', () => {
  const TURNS: readonly Turn[] = [
    ['Ann', 'Drivers who are on tour right now, do they need to restart the app?'],
    [
      'Carol',
      "Yes. Once, at the next stop. Could you send them a message? I'd write it for you. Please close and open the app once, before your next delivery.",
    ],
    ['Ann', "Send it to me and I'll put it out in five minutes."],
    ['Carol', "You've got it. And thank you for the list. That saved us half a day."],
  ]

  it('are one task if one promise without their topics answers them', () => {
    expect(findItems(TURNS, ['Ann', 'Carol'])).toEqual([
      {
        text: "Could you send them a message? – Send it to me and I'll put it out in five minutes.",
        ...{ owner: 'Ann', requester: null, asker: 'Carol', speakers: ['Carol', 'Ann'] },
      },
    ])
  })

  it('stay apart if the promise is about one of them, which alone is promised', () => {
    const asked: Turn = ['Carol', 'Could you send me the contract draft by Friday? Could you invite Eve to the demo?']
    const items = findItems([asked, ['Ann', "I'll send you the contract draft tomorrow."]])
    expect(items.map(({ requester }) => requester)).toEqual([null, 'Carol'])
    expect(items[0]?.text).toContain('contract draft by Friday? – I')
    expect(items[1]?.text).toContain('invite Eve')
  })

  it('are both promised if the reply agrees', () => {
    const asked: Turn = ['Carol', 'Could you send me the contract draft by Friday? Could you invite Eve to the demo?']
    expect(findItems([asked, ['Ann', 'Sure, will do.']]).map(({ requester }) => requester)).toEqual([null, null])
  })
})

describe('a promise', () => {
  it('has no requester', () => {
    const said: Turn = ['Bob', "I'll send you the contract draft by tomorrow."]
    expect(findItem([said, ['Carol', 'Thank you.']])).toMatchObject({ owner: 'Bob', requester: null, asker: null })
  })

  it('with a task of a colleague is of its speaker if it starts with it', () => {
    const said: Turn = ['Bob', "I'll verify it today and Ann will write to you about the contract."]
    expect(findItem([said, ['Carol', 'Thank you.']]).owner).toBe('Bob')
  })
})

describe('a note that the speaker takes during the call', () => {
  it.each(["I'll write that down in capitals.", "I'll just note it down."])('is no action item: %s', (text) => {
    expect(findItems([['Ann', text]])).toEqual([])
  })

  it('is one if the speaker also sends it', () => {
    expect(findItems([['Ann', "I'll write it down and send it to Bob by Friday."]])).toMatchObject([{ owner: 'Ann' }])
  })
})
