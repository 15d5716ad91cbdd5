/**
 * `npm run eval:records`: whether questions that records answer are answered from records, with the right fact, and
 * whether questions about contents are not. On the demo, and on real calls, through the REST API.
 *
 *   --limit 4   real calls of each set
 *   --runs      folder for all questions with their answers
 */
import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataFolder, type Meeting, readLines, spread } from './eval-data.ts'
import { evaluationOptions } from './eval-options.ts'
import { newOrganization } from './eval-service.ts'
import { endOnSignals } from './processes.ts'
import { CONTENT_QUESTIONS } from './records-content-questions.ts'
import { CALL_QUESTIONS, type CallKind, type Phrasings } from './records-questions.ts'
import { type CallTruth, dayOf, isRight, type RecordAnswer } from './records-truth.ts'
import { WIDE_QUESTIONS, type WideKind } from './records-wide-questions.ts'
import { printTable, tell } from './report.ts'
import { importLines, type Service, startServiceAt, untilQuiet } from './service.ts'

endOnSignals()
const options = evaluationOptions()
const PARTS = ['known', 'first', 'second'] as const
type Part = (typeof PARTS)[number]
/** Kinds that need records that only the demo has. */
const DEMO_ONLY: ReadonlySet<CallKind> = new Set([
  'owner',
  'competitors',
  'askedQuestions',
  'stage',
  'amount',
  'closeDate',
])
/** Calls of the demo that differ in their records. */
const DEMO_CALLS = [
  'Harbor & Vane: price and contract',
  'Marrowby Home: proofs of delivery lost',
  'Cobblequay Flowers: demo',
]

interface Case {
  readonly kind: string
  readonly part: Part
  readonly question: string
  readonly on: string
  readonly answer: RecordAnswer
  readonly right: boolean
}

interface Organization {
  readonly service: Service
  readonly key: string
}

async function evaluate(): Promise<void> {
  const demo = { service, key: service.said.api_key ?? '' }
  if (!(await untilQuiet(service.baseUrl, demo.key, 120))) throw new Error('the analysis of the demo takes too long')
  const demoCalls = await readCalls(demo)
  const real = { service, key: await newOrganization(place, 'Real') }
  const sets = await importReal(real)
  const realCalls = await readCalls(real, sets)
  const chosen = DEMO_CALLS.flatMap((title) => demoCalls.find((call) => call.title === title) ?? [])
  tell(`${demoCalls.length} demo calls and ${realCalls.length} real calls`)
  const cases = [
    ...(await askOfCalls(demo, chosen, () => true)),
    ...(await askOfCalls(real, realCalls, (kind) => !DEMO_ONLY.has(kind))),
    ...(await askWide(demo, demoCalls)),
    ...(await askContents(demo, chosen)),
    ...(await askContents(real, realCalls)),
  ]
  if (options.runs !== undefined) {
    await mkdir(options.runs, { recursive: true })
    await writeFile(join(options.runs, 'records.jsonl'), cases.map((one) => `${JSON.stringify(one)}\n`).join(''))
  }
  print(cases)
}

/** Each phrasing is put to one call, in turn, so that every kind meets different calls. */
async function askOfCalls(
  organization: Organization,
  calls: readonly CallTruth[],
  has: (kind: CallKind) => boolean,
): Promise<Case[]> {
  const cases: Case[] = []
  let turn = 0
  for (const [kind, phrasings] of Object.entries(CALL_QUESTIONS) as [CallKind, Phrasings][]) {
    if (!has(kind)) continue
    for (const { part, question } of questionsIn(phrasings)) {
      const call = calls[turn++ % calls.length]
      if (call === undefined) continue
      const answer = await ask(organization, question, call.id)
      cases.push({ kind, part, question, on: call.title, answer, right: isRight(kind, answer, call) })
    }
  }
  return cases
}

async function askContents(organization: Organization, calls: readonly CallTruth[]): Promise<Case[]> {
  const cases: Case[] = []
  for (const [index, { part, question }] of questionsIn(CONTENT_QUESTIONS).entries()) {
    const call = calls[index % calls.length]
    if (call === undefined) continue
    const answer = await ask(organization, question, call.id)
    cases.push({ kind: 'contents', part, question, on: call.title, answer, right: answer.mode !== 'records' })
  }
  return cases
}

async function askWide(organization: Organization, calls: readonly CallTruth[]): Promise<Case[]> {
  const cases: Case[] = []
  for (const [kind, phrasings] of Object.entries(WIDE_QUESTIONS) as [WideKind, Phrasings][]) {
    for (const { part, question } of questionsIn(phrasings)) {
      const answer = await ask(organization, question)
      const right = answer.mode === 'records' && wanted(kind, calls).every((text) => answer.output.includes(text))
      cases.push({ kind, part, question, on: 'all calls', answer, right })
    }
  }
  return cases
}

/** What the answer about all calls must contain. */
function wanted(kind: WideKind, calls: readonly CallTruth[]): readonly string[] {
  const titled = (text: string) => calls.filter(({ title }) => title.includes(text))
  const month = calls.filter(({ startedAt }) => new Date(startedAt).getUTCMonth() === 9)
  const owners = [...Map.groupBy(calls, ({ owner }) => owner)].sort(([, a], [, b]) => b.length - a.length)
  switch (kind) {
    case 'lastCallWith':
      return [dayOf(titled('Pellwater')[0]?.startedAt ?? '')]
    case 'countOctober':
      return [`${month.length} calls`]
    case 'countTopic': {
      const saying = calls.filter(({ topics }) =>
        topics.trackers.some(({ hits }) => hits.some(({ phrase }) => phrase === 'Wayloom')),
      )
      return [`${saying.length} calls`]
    }
    case 'callsWith':
      return titled('Saltmarsh').map(({ title }) => title)
    case 'busiest':
      return [owners[0]?.[0] ?? '']
    case 'openDeals':
      return ['Cobblequay Flowers', 'Fennick Medical Supply', 'Ottermoor Dairy', 'Saltmarsh Linen']
    case 'lostDeals':
      return ['Pellwater Beverages']
    case 'tasksByOwner':
      return ['action items', 'by owner']
    case 'accountDecisions':
      return ['decision', 'Ottermoor']
    case 'labeled':
      return [`${calls.filter(({ labels }) => labels['Call type'] === 'Demo').length} calls`]
    case 'accountStatus':
      return ['Deal “Saltmarsh Linen', `Last call: “${titled('Saltmarsh')[0]?.title}”`, 'Task']
    case 'attention':
      return ['Saltmarsh Linen', 'No call for', 'Ottermoor Dairy']
    case 'quiet':
      return ['Saltmarsh Linen', 'no call for']
    case 'winRate':
      return ['67%', 'Pellwater', 'Harbor & Vane']
    case 'coaching':
      return ['People in', 'Tom Birkett', 'lowest item']
    case 'worthHearing':
      return ['differ', 'Ottermoor Dairy: demo with a Wednesday', 'Scored 63 of 100']
    case 'satisfaction':
      return ['that may express praise', 'that may express a complaint']
    case 'whoIs':
      return ['Hana Ito', `${titled('Pellwater').length} calls`]
    case 'priceObjections':
      return ['objection to the price', 'offer at thirty-six dollars']
    case 'comparison':
      return ['Status of Fennick Medical Supply after', 'Status of Marrowby Home after']
    case 'dueTasks':
      return ['due this week']
    case 'toContact':
      return ['due today', 'Saltmarsh Linen: no call for']
  }
}

const questionsIn = (phrasings: Phrasings): { part: Part; question: string }[] =>
  PARTS.flatMap((part) => phrasings[part].map((question) => ({ part, question })))

async function request<T>({ service: { baseUrl }, key }: Organization, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${baseUrl}${path}`, {
    headers: { authorization: key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

const ask = (organization: Organization, prompt: string, id?: string): Promise<RecordAnswer> =>
  request(organization, '/ask_assistant/v2', { prompt, ...(id === undefined ? {} : { conversation_ids: [id] }) })

interface RealCall extends Meeting {
  readonly started_at?: string
}

/** Imports calls of each set with a start: the data of Earnings-21 have none. @returns the calls by title */
async function importReal(organization: Organization): Promise<ReadonlyMap<string, RealCall>> {
  const folder = dataFolder(options.data)
  const most = Math.min(options.limit, 4)
  const files = ['zoom/meetings.jsonl', 'earnings21/calls.jsonl', 'star/chats.jsonl']
  const sets = await Promise.all(files.map((file) => readLines<RealCall>(join(folder, file))))
  const calls = sets.flatMap((set) => spread(set, most))
  const lines = calls.map((call) => {
    const start = startOf(call)
    return JSON.stringify({
      transcript: {
        title: call.title,
        segments: call.segments,
        ...(call.duration === undefined ? {} : { duration: call.duration }),
      },
      conversationTitle: call.title,
      ...(start === undefined ? {} : { conversationStartedAt: start }),
      applicationName: 'evaluation',
      applicationExternalID: call.id,
    })
  })
  await importLines(service.baseUrl, organization.key, lines)
  if (!(await untilQuiet(service.baseUrl, organization.key, 240))) throw new Error('the analysis takes too long')
  return new Map(calls.map((call) => [call.title, call]))
}

const startOf = ({ started_at: start, date }: RealCall): string | undefined =>
  start ?? (date === undefined ? undefined : `${date}T12:00:00Z`)

interface ListedCall {
  readonly attributes: {
    readonly uuid: string
    readonly title: string
    readonly createdAt: string
    readonly liveStreamStartedAt: string | null
    readonly mediaDuration: number | null
    readonly user: { readonly firstName: string; readonly lastName: string }
    readonly labels: Readonly<Record<string, string>>
    readonly scorecardResults: CallTruth['scores']
    readonly statistics:
      | (NonNullable<CallTruth['statistics']> & {
          readonly speakers: readonly {
            readonly name: string
            readonly talkTime: number | null
            readonly words: number
          }[]
        })
      | null
    readonly linkedCrmRecords: readonly { readonly id: string; readonly code: string }[]
  }
}

async function readCalls(
  organization: Organization,
  data: ReadonlyMap<string, RealCall> = new Map(),
): Promise<CallTruth[]> {
  const { data: listed } = await request<{ data: ListedCall[] }>(organization, '/conversations/list?size=50')
  const records = await request<{
    data: { id: string; code: string; fields: { dealstage: string; amount: number; closedate: string } }[]
  }>(organization, '/crm-records?code=deals')
  const calls: CallTruth[] = []
  for (const { attributes } of listed) {
    const summary = await request<{ data: CallTruth['summary'] }>(
      organization,
      `/conversations/${attributes.uuid}/summary`,
    )
    // Promises as people changed them in tasks.
    const { data: promises } = await request<{ data: { text: string; task: { status: string } | null }[] }>(
      organization,
      `/conversations/${attributes.uuid}/promises`,
    )
    const actionItems = promises.filter(({ task }) => task?.status !== 'dismissed')
    const { uuid: id, title, statistics, user } = attributes
    const source = data.get(title)
    const link = attributes.linkedCrmRecords.find(({ code }) => code === 'deals')
    const deal = records.data.find((record) => record.code === 'deals' && record.id === link?.id)?.fields
    const speakers =
      source === undefined
        ? (statistics?.speakers ?? []).map(({ name }) => name)
        : [...new Set(source.segments.map(({ speaker }) => speaker))]
    const timed = source?.segments.every(({ start, end }) => start !== undefined && end !== undefined) === true
    calls.push({
      ...{
        id,
        title,
        speakers,
        statistics,
        owner: `${user.firstName} ${user.lastName}`.trim(),
        labels: attributes.labels,
      },
      startedAt:
        (source === undefined ? undefined : startOf(source)) ?? attributes.liveStreamStartedAt ?? attributes.createdAt,
      duration: source?.duration ?? attributes.mediaDuration ?? 0,
      talksMost: timed && source !== undefined ? longestSpeaker(source) : most(statistics?.speakers ?? []),
      scores: attributes.scorecardResults,
      summary: { ...summary.data, actionItems },
      topics: (await request<{ data: CallTruth['topics'] }>(organization, `/conversations/${id}/topics`)).data,
      deal: deal === undefined ? undefined : { stage: deal.dealstage, amount: deal.amount, closeDate: deal.closedate },
    })
  }
  return calls
}

function longestSpeaker({ segments }: RealCall): string {
  const times = new Map<string, number>()
  for (const { speaker, start = 0, end = 0 } of segments) times.set(speaker, (times.get(speaker) ?? 0) + end - start)
  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

const most = (
  speakers: readonly { readonly name: string; readonly talkTime: number | null; readonly words: number }[],
): string => speakers.toSorted((a, b) => (b.talkTime ?? 0) - (a.talkTime ?? 0) || b.words - a.words)[0]?.name ?? ''

function print(cases: readonly Case[]): void {
  const ratio = (some: readonly Case[]) =>
    some.length === 0
      ? ''
      : `${((100 * some.filter(({ right }) => right).length) / some.length).toFixed(1)} % of ${some.length}`
  const rows = [...Map.groupBy(cases, ({ kind }) => kind)].map(([kind, own]) => [
    kind,
    ...PARTS.map((part) => ratio(own.filter((one) => one.part === part))),
  ])
  const total = (what: string, some: readonly Case[]) => [
    what,
    ...PARTS.map((part) => ratio(some.filter((one) => one.part === part))),
  ]
  printTable(
    'Questions to records, answered right',
    ['Kind', 'Known', 'First check', 'Second check'],
    [
      ...rows,
      total(
        'all records',
        cases.filter(({ kind }) => kind !== 'contents'),
      ),
      total('all', cases),
    ],
  )
  for (const { kind, part, question, on, answer } of cases.filter(({ right }) => !right)) {
    tell(
      `wrong (${kind}, ${part}): ${question} [${on}] → ${answer.mode}: ${answer.output.slice(0, 150).replaceAll('\n', ' / ')}`,
    )
  }
}

const place = { dataDir: mkdtempSync(join(tmpdir(), 'parley-eval-')) }
const service = await startServiceAt({ ...place, settings: { EMBEDDING_PROVIDER: 'none' } }, '--demo')
try {
  await evaluate()
} finally {
  await service.stop()
  await rm(place.dataDir, { recursive: true, force: true })
}
