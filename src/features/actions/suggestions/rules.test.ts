/** The rule books: what they find, and above all what they leave alone. */
import { describe, expect, it } from 'vitest'
import {
  computeOverlap,
  findTopicTerms,
  KNOWN_AGAIN,
  REPEATED,
  splitTranscriptSentences,
} from '../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { findCommitments } from './commitments.ts'
import { openMeeting } from './next-meeting.ts'
import { findUnansweredQuestions } from './questions.ts'

const segmentsOf = (lines: readonly string[]): TranscriptSegment[] =>
  lines.map((line, at) => {
    const [name = '', ...said] = line.split(': ')
    const word = { text: said.join(': '), startTimestamp: null, endTimestamp: null }
    return { speaker: { name }, start: at * 10, end: at * 10 + 9, words: [word] }
  })
const sentences = (lines: readonly string[]) => splitTranscriptSentences(cutTranscript(segmentsOf(lines)))
const SATURDAY = new Date('2026-11-21T10:00:00Z')
const isOurs = (speaker: string) => speaker === 'Bob'

const promised = (...lines: string[]) =>
  findCommitments(sentences(lines), { countsPromises: isOurs, saidOn: SATURDAY }).map(({ by, text, due }) => ({
    ...{ by, text },
    ...(due === null ? {} : { due: due.date ?? due.said }),
  }))

describe('a commitment is', () => {
  it.each([
    ["I'll send you the offer with the warranty by Friday.", { due: '2026-11-27' }],
    ["Okay, so, um, I'll send you the offer today.", {}],
    ['I will gladly look into this issue and get back to you.', {}],
    ["I'm going to set up the trial account for you.", {}],
    ["We'll forward you the contract once it's signed.", {}],
    ['After the call, I will open up, a thread in the channel.', {}],
    ["I'll check with our legal team and come back to you next week.", { due: 'next week' }],
    ['Let me update those documents, by this week.', { due: 'by this week' }],
    ['I will post a summary on the agenda once it’s made available.', {}],
  ])('“%s”', (text, more) => {
    expect(promised(`Bob: ${text}`)).toEqual([{ by: 'Bob', text: expect.any(String), ...more }])
  })

  it('a request that is taken on, by whoever takes it on', () => {
    const asked = 'Ann: Could you send me the list of the shift leaders by the end of the month?'
    expect(promised(asked, 'Bob: Sure, I will do that.')).toMatchObject([{ by: 'Bob', due: '2026-11-30' }])
    expect(promised(asked, "Bob: Of course, you'll have it.")).toHaveLength(1)
    for (const other of ["Bob: I'm afraid not.", 'Bob: What for?', 'Ann: Sure, I will do that.']) {
      expect(promised(asked, other)).toEqual([])
    }
  })

  it('no matter of time, however often somebody says yes before', () => {
    const asked = 'Ann: Could you send me the list of the shift leaders by the end of the month?'
    const yes = 'yeah, '.repeat(40)
    expect(promised(asked, `Bob: ${yes}bananas are yellow.`)).toEqual([])
    expect(promised(asked, `Bob: ${yes}I will do that.`)).toHaveLength(1)
  })

  it.each([
    'The weather was lovely in the mountains by Friday.',
    "I'll share my screen now so that you see it.",
    "I'll put the link in the chat for you.",
    "I'll send you the offer if you sign the contract by Friday.",
    "I won't send you the offer by Friday.",
    "Maybe I'll send you the offer by Friday.",
    'Last week I said that I will send you the offer.',
    "I'll explain the offer to you by going through it.",
    "We'll open the call for your questions.",
    "I'll be at the office on Friday.",
    'I would have sent you the offer by Friday.',
    "Should I say that I'll send you the offer by Friday?",
    'We will grow the business by the end of the year.',
    'I want to schedule a viewing for Friday at seven.',
    "I'll check.",
    'Let me check that for you.',
  ])('not “%s”', (text) => {
    expect(promised(`Bob: ${text}`)).toEqual([])
  })

  it('nothing that the other side promises', () => {
    expect(promised("Ann: I'll send you the offer with the warranty by Friday.")).toEqual([])
  })
})

describe('a question is left open', () => {
  const sideOf = (speaker: string) => (speaker === 'Bob' ? 'inside' : speaker === 'Ann' ? 'outside' : 'unknown')
  const open = (...lines: string[]) => findUnansweredQuestions(sentences(lines), sideOf).map(({ text }) => text)
  const ASKED = 'Ann: Can the pilot run in our own cloud in Frankfurt?'
  const MORE = ['Ann: Okay.', 'Bob: The training takes three days.', 'Ann: Good to know, thank you for that.']

  it.each([
    "Bob: Good question, I'll have to check with our engineers.",
    'Bob: Let me find out and get back to you.',
    "Bob: I don't know.",
    "Bob: I'm not completely sure about that.",
    "Bob: I don't have the numbers with me.",
    "Bob: Let's take that offline.",
  ])('by “%s”', (reply) => {
    expect(open(ASKED, reply, ...MORE)).toEqual(['Can the pilot run in our own cloud in Frankfurt?'])
  })

  it('by silence at the end', () => {
    const toUs = 'Ann: Can you run the pilot in our own cloud in Frankfurt?'
    expect(open('Bob: Thank you.', toUs)).toHaveLength(1)
    expect(open('Bob: Thank you.', toUs, 'Bob: Um.')).toHaveLength(1)
    expect(open('Bob: Thank you.', 'Ann: Do you have any other topics for today?')).toEqual([])
    expect(open('Bob: Thank you.', ASKED)).toEqual([])
  })

  it.each([
    ['an answer', [ASKED, 'Bob: Yes, it runs in any cloud you like.', ...MORE]],
    ['a yes', [ASKED, 'Bob: Yes.']],
    [
      'an answer that begins with not knowing',
      [
        ASKED,
        "Bob: I don't know all the regions by heart, but Frankfurt is one that we have been running for six years without any trouble.",
      ],
    ],
    [
      'an answer a little later',
      [ASKED, 'Bob: Let me check.', 'Ann: Thank you.', 'Bob: Yes, the pilot may run in your cloud in Frankfurt.'],
    ],
    ['a question of ours', ['Bob: Can the pilot run in your own cloud in Frankfurt?', "Ann: I don't know."]],
    ['somebody on nobody’s side', ['Eve: Can the pilot run in our own cloud in Frankfurt?', "Bob: I don't know."]],
    ['small talk', ['Ann: How are you doing on this fine Monday?', "Bob: I don't know."]],
    ['the sound', ['Ann: Can you hear me well on this line?', "Bob: I'm not sure."]],
    ['a statement', ['Ann: We want it in our own cloud in Frankfurt.', "Bob: I'll have to check."]],
  ])('not with %s', (_, lines) => {
    expect(open(...lines)).toEqual([])
  })
})

describe('a next meeting is open', () => {
  const open = (...lines: string[]) => openMeeting(sentences(lines), () => true)?.text

  it.each([
    "Let's set up a call with your security people soon.",
    'We should have another meeting about the pilot.',
    "I'd love to catch up again after the summer.",
    "Why don't we schedule a follow-up call?",
  ])('after “%s”', (text) => {
    expect(open('Ann: Thank you for today.', `Bob: ${text}`, 'Ann: Good idea.')).toBe(text)
  })

  it.each([
    ['a day', ["Bob: Let's set up a call soon.", 'Ann: How about Tuesday?', 'Bob: Perfect.']],
    ['an hour', ["Bob: Let's set up a call tomorrow at 3 pm."]],
    ['an invitation for a day', ["Bob: Let's set up a call.", 'Bob: I will send an invite for Thursday.']],
    ['no wish', ['Bob: Thank you for your time.', 'Ann: Goodbye.']],
    ['the present one', ["Bob: Let's have a call right now about it.", 'Ann: Yes.']],
  ])('not with %s', (_, lines) => {
    expect(open(...lines)).toBeUndefined()
  })
})

describe('a ground is known again', () => {
  const terms = (text: string) => findTopicTerms([{ quote: text }])
  const own = terms("I'll send you the offer with the warranty by Friday.")

  it.each([
    ['a corrected word', "I'll send you the offer with the guarantee by Friday."],
    ['a part of it', 'send you the offer with the warranty'],
    ['more around it', "Yes, and then I'll send you the offer with the warranty by Friday, as I said."],
  ])('in spite of %s', (_, other) => {
    expect(computeOverlap(own, terms(other))).toBeGreaterThanOrEqual(KNOWN_AGAIN)
  })

  it('and told from another', () => {
    for (const other of [
      "I'll book the room for the workshop by Friday.",
      "I'll send you the contract by Friday.",
      '',
    ]) {
      expect(computeOverlap(own, terms(other))).toBeLessThan(KNOWN_AGAIN)
    }
    expect(computeOverlap(own, terms("I'll send you the offer without delivery."))).toBeLessThan(REPEATED)
  })
})
