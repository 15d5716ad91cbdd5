/**
 * `npm run eval:meaning`: whether anything that Parley derives from a call says the opposite of what was said. Imports
 * the calls of the meaning set, in each of which a claim is denied, conditional, asked, reported or withdrawn, and reads
 * answers, summaries, insights, decks, fields and search results through the REST API. A text that reports the claim
 * without the words that turn it is a flip. A field value has no room for such words, so each proposed value of the claim
 * is one.
 *
 *   --limit 84   every third call; 252 is all of them
 *   --runs       folder for all flips
 */
import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isFlip, MEANING_CASES, type MeaningCase } from '../src/testing/meaning-cases.ts'
import { spread } from './eval-data.ts'
import { evaluationOptions } from './eval-options.ts'
import { endOnSignals } from './processes.ts'
import { printGoals, printTable, tell } from './report.ts'
import { startServiceAt, untilQuiet } from './service.ts'

endOnSignals()
const options = evaluationOptions()

interface Flip {
  readonly door: string
  readonly name: string
  readonly text: string
}
/** Reports of one kind: how many texts were read, how many report the claim at all, and the flips. */
interface Door {
  readonly name: string
  texts: number
  claims: number
  readonly flips: Flip[]
}
interface Call extends MeaningCase {
  readonly id: string
}

/** Fields that the claims would fill, with the part of the claim that is the value. */
const FIELDS = [
  { title: 'Delivery date', responseType: 'date', claim: 'deliver the scanner in June' },
  { title: 'Licence price', responseType: 'number', claim: '58 dollars' },
  { title: 'Chosen site', responseType: 'picklist', options: ['Lyon', 'Turin', 'Ghent'], claim: 'the Lyon site' },
  { title: 'Budget', responseType: 'number', claim: 'ninety thousand' },
  { title: 'Next step', responseType: 'text', claim: 'send the contract on Friday' },
  { title: 'Use of the mobile app', responseType: 'text', claim: 'use the mobile app every day' },
] as const

/** Number of calls of one insight. All of them are quoted. */
const INSIGHT_CALLS = 12

const dataDir = mkdtempSync(join(tmpdir(), 'parley-eval-'))
const service = await startServiceAt({ dataDir, settings: { EMBEDDING_PROVIDER: 'none' } })
const headers = { authorization: service.said.api_key ?? '', 'content-type': 'application/json' }
const doors: Door[] = []
try {
  await evaluate()
} finally {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

async function evaluate(): Promise<void> {
  const configuration = await request<{ data: { uuid: string } }>('/field-configurations', { name: 'Meaning' })
  for (const { claim: _, ...item } of FIELDS) {
    await request(`/field-configurations/${configuration.data.uuid}/items`, item)
  }
  const calls: Call[] = []
  for (const one of spread(MEANING_CASES, options.limit)) calls.push({ ...one, id: await importCall(one) })
  if (!(await untilQuiet(service.baseUrl, headers.authorization, 600))) throw new Error('the analysis takes too long')
  tell(`${calls.length} calls imported and analyzed`)
  await readAnswers(calls)
  await readSummaries(calls)
  await readInsights(calls)
  await readDecks(calls)
  await readFields(calls)
  await readHits(calls)
  await report()
}

async function importCall({ name, lines }: MeaningCase): Promise<string> {
  const segments = lines.map((line, at) => ({ ...line, start: at * 4, end: at * 4 + 3 }))
  const title = `Rollout ${name.length}`
  const { uuid } = await request<{ uuid: string }>('/conversations/import', {
    transcript: { title, segments },
    conversationTitle: title,
    conversationStartedAt: '2026-03-02T10:00:00Z',
  })
  return uuid
}

function openDoor(name: string): Door {
  const door: Door = { name, texts: 0, claims: 0, flips: [] }
  doors.push(door)
  return door
}

/** @param text one item as its reader sees it */
function read(door: Door, call: Call, text: string): void {
  if (text.trim() === '') return
  door.texts++
  if (isFlip({ claim: call.claim, turns: [] }, text)) door.claims++
  if (isFlip(call, text)) door.flips.push({ door: door.name, name: call.name, text })
}

async function readAnswers(calls: readonly Call[]): Promise<void> {
  interface Answer {
    readonly output: string
    readonly citations?: readonly { readonly passage?: string; readonly quote: string }[]
  }
  const door = openDoor('answers')
  for (const call of calls) {
    for (const prompt of [call.question, 'What was decided?', 'What are the next steps?']) {
      const { output } = await request<Answer>('/ask_assistant/v2', { prompt, conversation_ids: [call.id] })
      for (const text of output.split(/\n\n|\n(?=\s*(?:[-•]|\d+\.) )/)) read(door, call, text)
    }
  }
}

interface SummaryLine {
  readonly text: string
  readonly spans: readonly { readonly quote: string }[]
}
async function readSummaries(calls: readonly Call[]): Promise<void> {
  interface Summary {
    readonly headline: SummaryLine | null
    readonly paragraphs: readonly SummaryLine[]
    readonly decisions: readonly SummaryLine[]
    readonly actionItems: readonly SummaryLine[]
    readonly openQuestions: readonly SummaryLine[]
  }
  const [summaries, decisions, actions] = [openDoor('summaries'), openDoor('decisions'), openDoor('action items')]
  const readLine = (door: Door, call: Call) => (line: SummaryLine) => {
    read(door, call, line.text)
    read(door, call, line.spans.map(({ quote }) => quote).join(' '))
  }
  for (const call of calls) {
    const { data } = await request<{ data: Summary }>(`/conversations/${call.id}/summary`)
    for (const line of [data.headline ?? [], data.paragraphs, data.openQuestions].flat())
      readLine(summaries, call)(line)
    data.decisions.forEach(readLine(decisions, call))
    data.actionItems.forEach(readLine(actions, call))
  }
}

async function readInsights(calls: readonly Call[]): Promise<void> {
  interface Insight {
    readonly data: {
      readonly results: readonly {
        status: string
        synthesis: string
        items: readonly { id: string; quote: string }[]
      }[]
    }
  }
  const door = openDoor('insights')
  const users = await request<{ data: { uuid: string }[] }>('/organizations/users')
  for (const [prompt, own] of Map.groupBy(calls, ({ question }) => question)) {
    for (let first = 0; first < own.length; first += INSIGHT_CALLS) {
      const some = own.slice(first, first + INSIGHT_CALLS)
      const body = { prompt, user_uuid: users.data[0]?.uuid, conversation_ids: some.map(({ id }) => id) }
      const { uuid } = await request<{ uuid: string }>('/gi', body)
      let result: Insight['data']['results'][number] | undefined
      while (result === undefined || result.status === 'PENDING') {
        await pause(200)
        result = (await request<Insight>(`/gi/${uuid}`)).data.results[0]
      }
      if (result.status !== 'FINISHED') throw new Error(`the insight ${uuid} is ${result.status}`)
      // The synthesis has a line for each call, which cites the items of that call.
      for (const line of result.synthesis.split('\n')) {
        const cited = [...line.matchAll(/\[(\d+)\]/g)].map(([, at]) => result.items[Number(at) - 1]?.id)
        const call = some.find(({ id }) => id === cited[0])
        if (call !== undefined) read(door, call, line)
      }
      for (const call of some) {
        const quotes = result.items.filter(({ id }) => id === call.id).map(({ quote }) => quote)
        read(door, call, quotes.join(' '))
      }
    }
  }
}

async function readDecks(calls: readonly Call[]): Promise<void> {
  const door = openDoor('decks')
  for (const call of calls) {
    const { link } = await request<{ link: string }>('/create_deck', { context_id: call.id })
    const { data } = await request<{ data: { document: unknown } }>(`/decks/${link.split('/').at(-1)}`)
    for (const text of statementsIn(data.document)) read(door, call, text)
  }
}

/** Texts of a deck. The quotes of one statement are one text, as they are shown together. */
function* statementsIn(part: unknown): Generator<string> {
  if (typeof part === 'string') yield part
  if (Array.isArray(part)) for (const one of part) yield* statementsIn(one)
  if (part === null || typeof part !== 'object' || Array.isArray(part)) return
  for (const [name, value] of Object.entries(part)) {
    if (name === 'cites') yield (value as { quote: string }[]).map(({ quote }) => quote).join(' ')
    else yield* statementsIn(value)
  }
}

async function readFields(calls: readonly Call[]): Promise<void> {
  interface Value {
    readonly title: string
    readonly value: unknown
    readonly evidence: readonly { readonly quote: string }[]
  }
  const door = openDoor('fields')
  for (const call of calls) {
    const { data } = await request<{ data: Value[] }>(`/conversations/${call.id}/field-values`)
    for (const { title, value, evidence } of data) {
      door.texts++
      const quote = evidence.map((one) => one.quote).join(' ')
      const claim = FIELDS.find((one) => one.title === title)?.claim ?? ''
      if (!quote.includes(claim)) continue
      door.claims++
      const text = `${title}: ${JSON.stringify(value)} (“${quote}”)`
      // A text is shown whole, so its own words can turn it.
      if (typeof value === 'string' && value.includes(claim) ? isFlip(call, value) : true) {
        door.flips.push({ door: door.name, name: call.name, text })
      }
    }
  }
}

async function readHits(calls: readonly Call[]): Promise<void> {
  interface Hit {
    readonly passage: readonly { readonly text: string }[]
  }
  const door = openDoor('search passages')
  for (const call of calls) {
    const parameters = new URLSearchParams({ q: call.question, 'filter[conversation.id]': call.id })
    const { data } = await request<{ data: Hit[] }>(`/search?${parameters}`)
    for (const { passage } of data) read(door, call, passage.map(({ text }) => text).join(' '))
  }
}

async function report(): Promise<void> {
  printTable(
    'Meaning',
    ['Read from', 'Texts', 'That report the claim', 'Flips'],
    doors.map(({ name, texts, claims, flips }) => [name, `${texts}`, `${claims}`, `${flips.length}`]),
  )
  const flips = doors.flatMap((door) => door.flips)
  for (const { door, name, text } of flips.slice(0, 60)) tell(`flip (${door}; ${name}): ${text.slice(0, 240)}`)
  if (options.runs !== undefined) {
    await mkdir(options.runs, { recursive: true })
    await writeFile(join(options.runs, 'meaning.jsonl'), flips.map((one) => `${JSON.stringify(one)}\n`).join(''))
  }
  printGoals([{ what: 'flips', measured: flips.length, limit: 0, sense: 'at most' }])
}
