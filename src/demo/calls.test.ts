import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTranscript } from '../features/text/transcripts/index.ts'
import { type TalkMoment, toMeetingDate } from './calendar.ts'
import { TALKS } from './calls.ts'
import { CLIPS } from './clips.ts'
import { DECISIONS, DECKS } from './decisions.ts'
import { SCORECARDS } from './definitions.ts'
import { SOURCES } from './knowledge.ts'
import { ACCOUNTS, ADDRESSES, accountKeys } from './people.ts'
import { momentIn, renderTranscript } from './render-transcript.ts'
import { SCORINGS } from './scores.ts'
import { parseDemoLines, timeTurns } from './spoken.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const textOf = (id: string) => read(`talks/${id}.txt`)

/** Every word that begins with a capital inside of a sentence; whoever adds one looks whether somebody is called so. */
const KNOWN_NAMES = new Set(
  `America Europe English US IT SCIM OpenID Connect FM Mr Ms Uncle Monday Tuesday Wednesday Thursday Friday Saturday Sunday
   Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays Essential Standard Complete
   Brennwick Wayloom Dispatchery Lower Brook Pelican
   Agnes Bruno Carla Fatima Finn Gerry Hal Lund Maria Marion Mila Odell Pascal Peter Ray Stefan Theo Yusuf`.split(
    /\s+/,
  ),
)

describe('the talks', () => {
  it('are all told of, each by a file that the import reads', () => {
    const files = readdirSync(new URL('talks', import.meta.url)).map((file) => file.replace('.txt', ''))
    expect(files.toSorted()).toEqual(TALKS.map(({ id }) => id).toSorted())
    for (const id of files) {
      const source = textOf(id)
      const document = readTranscript(source, { fileName: `${id}.txt` })
      expect(document.segments.map(({ speaker, words }) => ({ speaker: speaker.name, text: words[0]?.text }))).toEqual(
        parseDemoLines(source),
      )
    }
  })

  it('are many, some of them long', () => {
    const lengths = TALKS.map(({ id }) => parseDemoLines(textOf(id)).length)
    expect(lengths.length).toBeGreaterThanOrEqual(24)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(25)
    expect(lengths.filter((turns) => turns >= 120).length).toBeGreaterThanOrEqual(4)
  })

  it('name nobody who exists', () => {
    const people = [...ADDRESSES.keys()].flatMap((name) => name.split(' '))
    const companies = Object.values(ACCOUNTS).flatMap(({ name }) => name.split(' '))
    const known = new Set([...KNOWN_NAMES, ...people, ...companies])
    const texts = [...TALKS.map(({ id }) => textOf(id).replaceAll(/^[^:]+: /gm, '')), ...sources()]
    const names = texts.flatMap((text) =>
      [...text.matchAll(/(?<=[\p{L}\d,'’$%)] )\p{Lu}[\p{L}]*/gu)].map(([name]) => name).filter((name) => name !== 'I'),
    )
    expect(names.length).toBeGreaterThan(500)
    expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([])
  })

  it('give nobody an address that somebody could have', () => {
    for (const address of ADDRESSES.values()) expect(address).toMatch(/^[a-z.]+@[a-z-]+\.example$/)
    for (const text of [...TALKS.map(({ id }) => textOf(id)), ...sources()]) expect(text).not.toMatch(/@|https?:|www\./)
  })

  it('are spoken by people who are known, whose side follows from their address', async () => {
    for (const talk of TALKS) {
      const { participants } = await renderTranscript(talk)
      expect(participants.filter(({ organizer }) => organizer).length, talk.id).toBe(1)
      const domains = new Set(participants.map(({ email }) => email.split('@')[1]))
      const others = talk.account === undefined ? [] : [ACCOUNTS[talk.account].domain]
      expect(domains, talk.id).toEqual(new Set(['brennwick.example', ...others]))
    }
  })

  it('belong to accounts that are spoken of', () => {
    expect(accountKeys.filter((key) => !TALKS.some(({ account }) => account === key))).toEqual([])
  })
})

const sources = () => SOURCES.map(({ file }) => read(`knowledge/${file}`))

describe('what is told of the talks', () => {
  it('stands in them', async () => {
    for (const { talk: id, from, to } of CLIPS) {
      const talk = TALKS.find((one) => one.id === id)
      const turns = talk && (await renderTranscript(talk)).turns
      const { start, end } = momentIn(turns ?? [], from, to)
      expect(end - start, from).toBeGreaterThan(2)
      expect(end - start, from).toBeLessThan(120)
    }
    for (const { talk, scorecard, items } of SCORINGS) {
      const known = SCORECARDS.find(({ title }) => title === scorecard)
      for (const { title, evidence } of items) {
        expect(known?.items.map((item) => item.title)).toContain(title)
        expect(textOf(talk)).toContain(evidence)
      }
    }
    const ids = TALKS.map(({ id }) => id)
    for (const { talk } of [...DECISIONS, ...DECKS]) expect(ids).toContain(talk)
  })

  it('is refused where it does not', async () => {
    const { turns = [] } = await renderTranscript(TALKS[0] as (typeof TALKS)[number])
    expect(() => momentIn(turns, 'Hi Karin', 'nobody says this')).toThrow('nobody says this')
    expect(() => momentIn([], '', 'x')).toThrow("doesn't contain")
  })
})

describe('momentOf', () => {
  const now = fc.date({ min: new Date(2020, 0, 1), max: new Date(2040, 0, 1), noInvalidDate: true })
  const moment = fc.record({
    week: fc.integer({ min: 0, max: 13 }),
    day: fc.constantFrom(...(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const)),
    at: fc.constantFrom('00:00', '09:30', '18:00'),
  })

  it('is the named weekday, past, and within some three months', () => {
    fc.assert(
      fc.property(now, moment, (today, given) => {
        const then = toMeetingDate(given, today)
        expect(then.toLocaleDateString('en', { weekday: 'short' })).toBe(given.day)
        const days = (today.getTime() - then.getTime()) / 86_400_000
        expect(days).toBeGreaterThan(0)
        expect(days).toBeLessThan(7 * (given.week + 1) + 5)
      }),
    )
  })

  it('puts every talk behind the one that stands before it', () => {
    const times = TALKS.map(({ when }) => toMeetingDate(when, new Date(2026, 5, 17)).getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    const first: TalkMoment = { week: 0, day: 'Fri', at: '10:00' }
    // On a Friday the week is not over; on the Saturday behind it, it is.
    expect(toMeetingDate(first, new Date(2026, 5, 19, 23))).toEqual(new Date(2026, 5, 12, 10))
    expect(toMeetingDate(first, new Date(2026, 5, 20, 1))).toEqual(new Date(2026, 5, 19, 10))
  })
})

describe('turnsOf', () => {
  it('keeps every word, and time goes on in each turn', () => {
    for (const { id } of TALKS) {
      const lines = parseDemoLines(textOf(id))
      const turns = timeTurns(lines)
      expect(turns.map(({ words }) => words.map(({ text }) => text).join(' '))).toEqual(lines.map(({ text }) => text))
      const isOrdered = turns.every(({ words }) =>
        words.every(
          ({ startTimestamp, endTimestamp }, index) =>
            endTimestamp > startTimestamp && startTimestamp >= (words[index - 1]?.endTimestamp ?? 0),
        ),
      )
      expect(isOrdered, id).toBe(true)
      expect(timeTurns(lines)).toEqual(turns)
    }
  })
})
