/**
 * `npm run eval:speakers`: which names the service suggests for speakers of real calls whose names were removed.
 *
 * The calls are 26 earnings calls and 44 calls recognized by Zoom. Their speakers become `Speaker 1`, `Speaker 2` and so
 * on, and the program imports them with `POST /conversations/import` and reads
 * `GET /conversations/{id}/speakers/suggestions`: once without participants, and once with the names of all speakers as
 * participants, as a calendar has them. Speakers without a name in the data don't count.
 *
 * - **Named** is the ratio of speakers with a suggestion, **of talk** of what they say.
 * - With participants, a suggestion is correct if it is the speaker's name. Without, it is correct if it is part of the
 *   name, a short form of it, or sounds like it, because nobody has told the service how the name is spelled.
 *
 *   --data FOLDER   otherwise PARLEY_EVAL_DATA, PARLEY_DATA, or the folder next to the clone
 *   --limit N       the first N calls of each set
 *   --show          also lists the wrong suggestions
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isUnnamedSpeaker, matchName } from '../src/features/text/speaker-names/index.ts'
import { dataFolder, readLines } from './eval-data.ts'
import { endOnSignals } from './processes.ts'
import { optionsOf, run, wholeFrom } from './program.ts'
import { type Goal, printGoals, printTable } from './report.ts'
import { type Service, startServiceAt } from './service.ts'

const SETS = [
  { name: 'Earnings calls', file: 'earnings21/calls.jsonl' },
  { name: 'Zoom calls', file: 'zoom/meetings.jsonl' },
] as const
/** Confidences are compared with the ratio of correct suggestions in these ranges. */
const CONFIDENCES = [0.88, 0.95, 0.97, 0.99]

interface Call {
  readonly id: string
  readonly title: string
  readonly speakers: readonly string[]
  readonly segments: readonly { speaker: string; text: string; start?: number; end?: number }[]
}
interface Suggestion {
  readonly speaker: string
  readonly name: string
  readonly confidence: number
}
interface Outcome {
  readonly isCorrect: boolean
  readonly confidence: number
  readonly talk: number
}
interface Tally {
  speakers: number
  talk: number
  readonly outcomes: Outcome[]
}

const options = optionsOf('eval', () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { data: text, limit: { ...text, default: '1000000' }, show: { type: 'boolean', default: false } },
  })
  return { data: values.data, limit: wholeFrom(values.limit, 1), show: values.show }
})
endOnSignals()
await run('eval', main)

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-eval-'))
  const service = await startServiceAt({ dataDir, settings: { EMBEDDING_PROVIDER: 'none' } }, '--no-worker')
  const tallies = new Map<string, Tally>()
  try {
    for (const { name, file } of SETS) {
      const calls = (await readLines<Call>(join(dataFolder(options.data), file))).slice(0, options.limit)
      for (const withParticipants of [false, true]) {
        const tally: Tally = { speakers: 0, talk: 0, outcomes: [] }
        tallies.set(`${name}, ${withParticipants ? 'participants known' : 'nobody known'}`, tally)
        for (const call of calls) await measure(service, call, withParticipants, tally)
      }
    }
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  report(tallies)
}

function hasName(speaker: string): boolean {
  return !isUnnamedSpeaker(speaker) && !/^operator$/i.test(speaker)
}

async function measure(service: Service, call: Call, withParticipants: boolean, tally: Tally): Promise<void> {
  const labels = new Map(call.speakers.map((name, index) => [name, `Speaker ${index + 1}`]))
  const names = new Map(call.speakers.map((name, index) => [`Speaker ${index + 1}`, name]))
  const talk = new Map<string, number>()
  for (const { speaker, text } of call.segments) talk.set(speaker, (talk.get(speaker) ?? 0) + text.length)
  for (const speaker of call.speakers.filter(hasName)) {
    tally.speakers++
    tally.talk += talk.get(speaker) ?? 0
  }
  const transcript = {
    segments: call.segments.map((segment) => ({ ...segment, speaker: labels.get(segment.speaker) ?? '' })),
  }
  const people = withParticipants ? call.speakers.filter(hasName).map((name) => ({ name })) : []
  const body = { transcript, conversationTitle: call.title, participants: people }
  const { uuid } = await send<{ uuid: string }>(service, '/conversations/import', body)
  const { data } = await send<{ data: Suggestion[] }>(service, `/conversations/${uuid}/speakers/suggestions`)
  for (const { speaker, name, confidence } of data) {
    const own = names.get(speaker) ?? ''
    if (!hasName(own)) continue
    const isCorrect = withParticipants ? name === own : matchName(name, own) > 0
    if (!isCorrect && options.show) process.stderr.write(`${call.id}: ${name} suggested for ${own}\n`)
    tally.outcomes.push({ isCorrect, confidence, talk: talk.get(own) ?? 0 })
  }
}

async function send<T>({ baseUrl, said }: Service, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: said.api_key ?? '', 'content-type': 'application/json' }
  const given = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`${baseUrl}${path}`, { headers, ...given })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function three(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(3)
}

function report(tallies: ReadonlyMap<string, Tally>): void {
  const all = (part: string): Tally => {
    const chosen = [...tallies].filter(([name]) => name.endsWith(part)).map(([, tally]) => tally)
    return {
      speakers: sum(chosen.map(({ speakers }) => speakers)),
      talk: sum(chosen.map(({ talk }) => talk)),
      outcomes: chosen.flatMap(({ outcomes }) => outcomes),
    }
  }
  const known = all('participants known')
  const rows = [
    ...tallies,
    ['Both, nobody known', all('nobody known')] as const,
    ['Both, participants known', known] as const,
  ]
  printTable(
    'Suggested names of speakers',
    ['', 'speakers', 'suggested', 'precision', 'named', 'of talk'],
    rows.map(([name, { speakers, talk, outcomes }]) => {
      const correct = outcomes.filter(({ isCorrect }) => isCorrect)
      const figures = [
        correct.length / outcomes.length,
        outcomes.length / speakers,
        sum(correct.map((one) => one.talk)) / talk,
      ]
      return [name, String(speakers), String(outcomes.length), ...figures.map(three)]
    }),
  )
  const outcomes = [...tallies.values()].flatMap((tally) => tally.outcomes)
  printTable(
    'Confidence',
    ['', 'suggestions', 'correct'],
    CONFIDENCES.map((confidence) => {
      const within = outcomes.filter((one) => one.confidence === confidence)
      return [
        String(confidence),
        String(within.length),
        three(within.filter((one) => one.isCorrect).length / within.length),
      ]
    }),
  )
  const precision = known.outcomes.filter(({ isCorrect }) => isCorrect).length / known.outcomes.length
  const goals: Goal[] = [
    { what: 'precision, participants known', measured: precision, limit: 0.9, sense: 'at least' },
    {
      ...{ what: 'speakers named, participants known', measured: known.outcomes.length / known.speakers },
      ...{ limit: 0.5, sense: 'at least' },
    },
  ]
  printGoals(goals)
}
