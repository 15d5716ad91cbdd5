/**
 * `npm run eval:summaries`: the summaries of real conversations, as the service gives them to anybody who asks by REST.
 *
 * - general questions about QMSum's meetings: ROUGE of headline and paragraphs against what people wrote, beside the
 *   first 15 sentences
 * - topics that people marked in them: Pk and WindowDiff of the chapters (0 is best), beside as many of equal length
 * - decisions and action items of the Zoom calls: how many that their published summaries name were found within a minute,
 *   beside what as many moments found at random would
 * - whether each quote stands in the segment it names, over all of them and the earnings calls
 *
 * The folder is PARLEY_DATA, else the one that lies beside the repository. With --model, or with MODEL_PROVIDER, MODEL_URL,
 * MODEL_NAME … in the environment, a language model writes the summaries, which takes long and may cost.
 *
 *   --limit N     the first N conversations of each set
 *   --model NAME  summaries of this language model, on Ollama or the server that --url names
 *   --url URL     such as http://127.0.0.1:1234/v1; an API key is in MODEL_API_KEY
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readLines } from './eval-data.ts'
import { modelOptions, modelSettingsOf } from './model-options.ts'
import { endOnSignals, ROOT } from './processes.ts'
import { optionsOf, wholeFrom } from './program.ts'
import { median, printGoals, printTable, tell } from './report.ts'
import { rougeL, rougeN, segmentationErrors, stemsOf } from './rouge.ts'
import { type Service, settingsGiven, startServiceAt } from './service.ts'

const DATA = resolve(ROOT, process.env.PARLEY_DATA ?? '../shared/data')
const readRows = <Row>(file: string): Promise<Row[]> => readLines<Row>(join(DATA, file))
/** Seconds around a point within which a found one counts. */
const NEAR = 60
/** What the data's own baseline has, which leaves short sentences out before it takes the first 15. */
const BASELINE = { rouge1: 0.241, rouge2: 0.042, rougeL: 0.131 }

interface Conversation {
  id: string
  title: string
  date?: string
  segments: { text: string; start?: number; end?: number }[]
}
interface Span {
  segment: number
  start: number | null
  quote: string
}
interface Line {
  text: string
  spans: Span[]
}
interface Summary {
  method: string
  pending: boolean
  headline: Line | null
  paragraphs: Line[]
  decisions: Line[]
  actionItems: Line[]
  openQuestions: Line[]
  chapters: { firstSegment: number; spans: Span[] }[]
}
interface Read {
  conversation: Conversation
  summary: Summary
  /** Of the request that made it. */
  ms: number
}

const values = optionsOf('eval', () => {
  const given = parseArgs({ options: { limit: { type: 'string', default: '1000' }, ...modelOptions } }).values
  return { limit: wholeFrom(given.limit, 1), modelSettings: modelSettingsOf(given) }
})
endOnSignals()
const dataDir = mkdtempSync(join(tmpdir(), 'parley-eval-'))
const service = await startServiceAt({ dataDir, settings: settings() })
try {
  const { limit } = values
  const read = new Map<string, Read[]>()
  for (const [set, file] of [
    ['qmsum', 'qmsum/meetings.jsonl'],
    ['zoom', 'zoom/meetings.jsonl'],
    ['earnings21', 'earnings21/calls.jsonl'],
  ] as const) {
    const conversations = (await readRows<Conversation>(file)).slice(0, limit)
    read.set(set, await summarize(service, conversations))
    tell(`${set}: ${conversations.length} summaries`)
  }
  const [qmsum, zoom, all] = [read.get('qmsum') ?? [], read.get('zoom') ?? [], [...read.values()].flat()]
  const rouge = await told(qmsum)
  const chapters = await chaptersOf(qmsum)
  const found = await pointsOf(zoom)
  const quotes = quotesOf(all)
  report(all, rouge, chapters, found, quotes)
} finally {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** What it understands language with. Meaning plays no part, so nothing is embedded meanwhile. */
function settings(): Record<string, string> {
  return { EMBEDDING_PROVIDER: 'none', ...settingsGiven(/^MODEL_/), ...values.modelSettings }
}

/** One after the other: what is measured is how long one takes. */
async function summarize({ baseUrl, said }: Service, conversations: readonly Conversation[]): Promise<Read[]> {
  const headers = { authorization: said.api_key ?? '', 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: body === undefined ? { authorization: headers.authorization } : headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  const read: Read[] = []
  for (const conversation of conversations) {
    const { uuid } = await ask('POST', '/conversations/import', {
      transcript: conversation,
      conversationTitle: conversation.title,
      ...(conversation.date === undefined ? {} : { conversationStartedAt: conversation.date }),
    })
    const begun = performance.now()
    let summary: Summary = (await ask('POST', `/conversations/${uuid}/summary`)).data
    const ms = performance.now() - begun
    while (summary.pending) {
      await pause(500)
      summary = (await ask('GET', `/conversations/${uuid}/summary`)).data
    }
    read.push({ conversation, summary, ms })
  }
  return read
}

interface Rouge {
  rouge1: number
  rouge2: number
  rougeL: number
  words: number
}

async function told(read: readonly Read[]): Promise<{ ours: Rouge; first: Rouge; count: number }> {
  const asked = (await readRows<{ meeting_id: string; kind: string; answer: string }>('qmsum/queries.jsonl')).filter(
    ({ kind }) => kind === 'general',
  )
  const ours: Rouge[] = []
  const first: Rouge[] = []
  for (const { conversation, summary } of read) {
    const lines = [summary.headline, ...summary.paragraphs].flatMap((line) => (line === null ? [] : [line.text]))
    const said = conversation.segments.map(({ text }) => text).join(' ')
    const lead = said.split(/(?<=[.?!])["')\]]*\s+/).slice(0, 15)
    for (const { answer } of asked.filter(({ meeting_id }) => meeting_id === conversation.id)) {
      ours.push(rougeOf(lines.join(' '), answer))
      first.push(rougeOf(lead.join(' '), answer))
    }
  }
  return { ours: meanOf(ours), first: meanOf(first), count: ours.length }
}

function rougeOf(text: string, answer: string): Rouge {
  const [candidate, reference] = [stemsOf(text), stemsOf(answer)]
  return {
    rouge1: rougeN(candidate, reference, 1),
    rouge2: rougeN(candidate, reference, 2),
    rougeL: rougeL(candidate, reference),
    words: candidate.length,
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / Math.max(1, numbers.length)
}

function meanOf(scores: readonly Rouge[]): Rouge {
  const of = (key: keyof Rouge) => mean(scores.map((score) => score[key]))
  return { rouge1: of('rouge1'), rouge2: of('rouge2'), rougeL: of('rougeL'), words: of('words') }
}

async function chaptersOf(read: readonly Read[]) {
  const topics = await readRows<{ meeting_id: string; spans: [number, number][] }>('qmsum/topics.jsonl')
  const ours: { pk: number; windowDiff: number }[] = []
  const even: { pk: number; windowDiff: number }[] = []
  let [found, marked] = [0, 0]
  for (const { conversation, summary } of read) {
    const length = conversation.segments.length
    const truth = new Set(
      topics
        .filter(({ meeting_id }) => meeting_id === conversation.id)
        .flatMap(({ spans }) => spans.map(([from]) => from))
        .filter((from) => from > 0),
    )
    if (truth.size === 0) continue
    const borders = new Set(summary.chapters.map(({ firstSegment }) => firstSegment).filter((from) => from > 0))
    const parts = borders.size + 1
    const equal = new Set(Array.from({ length: borders.size }, (_, at) => Math.round(((at + 1) * length) / parts)))
    ours.push(segmentationErrors(borders, truth, length))
    even.push(segmentationErrors(equal, truth, length))
    found += borders.size
    marked += truth.size
  }
  const of = (errors: typeof ours) => ({
    pk: mean(errors.map(({ pk }) => pk)),
    windowDiff: mean(errors.map(({ windowDiff }) => windowDiff)),
  })
  return {
    ours: of(ours),
    even: of(even),
    found: found / ours.length,
    marked: marked / ours.length,
    count: ours.length,
  }
}

interface Points {
  points: number
  hit: number
  /** Ratio of listed items that are near a point. The points are incomplete, so a right item can be far from them. */
  precision: number
  chance: number
  perCall: number
}

async function pointsOf(read: readonly Read[]): Promise<Record<'decision' | 'action_item', Points>> {
  const points = await readRows<{ meeting_id: string; kind: string; time: number }>('zoom/points.jsonl')
  const of = (kind: string, linesOf: (summary: Summary) => Line[]): Points => {
    let [count, hit, chance, lines, right] = [0, 0, 0, 0, 0]
    for (const { conversation, summary } of read) {
      const wanted = points.filter((point) => point.kind === kind && point.meeting_id === conversation.id)
      const times = linesOf(summary).flatMap(({ spans }) => spans.slice(0, 1).flatMap(({ start }) => start ?? []))
      const length = (conversation.segments.at(-1)?.end ?? 0) - (conversation.segments[0]?.start ?? 0)
      count += wanted.length
      lines += times.length
      hit += wanted.filter(({ time }) => times.some((one) => Math.abs(one - time) <= NEAR)).length
      right += times.filter((one) => wanted.some(({ time }) => Math.abs(one - time) <= NEAR)).length
      // Each of as many moments at random misses a point with this probability.
      chance += wanted.length * (1 - (1 - Math.min(1, (2 * NEAR) / length)) ** times.length)
    }
    return {
      points: count,
      hit: hit / Math.max(1, count),
      precision: right / Math.max(1, lines),
      chance: chance / Math.max(1, count),
      perCall: lines / Math.max(1, read.length),
    }
  }
  return {
    decision: of('decision', ({ decisions }) => decisions),
    action_item: of('action_item', ({ actionItems }) => actionItems),
  }
}

function quotesOf(read: readonly Read[]): { count: number; inPlace: number; bare: number } {
  let [count, inPlace, bare] = [0, 0, 0]
  for (const { conversation, summary: s } of read) {
    const lines = [...(s.headline === null ? [] : [s.headline]), ...s.paragraphs, ...s.decisions, ...s.actionItems]
    for (const { spans } of [...lines, ...s.openQuestions, ...s.chapters]) {
      if (spans.length === 0) bare++
      for (const { segment, quote } of spans) {
        count++
        if (quote !== '' && conversation.segments[segment]?.text.includes(quote)) inPlace++
      }
    }
  }
  return { count, inPlace: inPlace / Math.max(1, count), bare }
}

function report(
  all: readonly Read[],
  rouge: Awaited<ReturnType<typeof told>>,
  chapters: Awaited<ReturnType<typeof chaptersOf>>,
  found: Awaited<ReturnType<typeof pointsOf>>,
  quotes: ReturnType<typeof quotesOf>,
): void {
  const three = (value: number) => value.toFixed(3)
  const rowOf = (what: string, { rouge1, rouge2, rougeL: l, words }: Rouge) => [
    what,
    ...[rouge1, rouge2, l].map(three),
    words.toFixed(0),
  ]
  const model = settings().MODEL_NAME
  const made = Map.groupBy(all, ({ summary }) => summary.method)
  printTable(
    `Summaries${model === undefined ? '' : ` of ${model}`}`,
    ['made', 'conversations'],
    [...made].map(([method, of]) => [method, String(of.length)]),
  )
  printTable(
    `Headline and paragraphs against ${rouge.count} answers to general questions`,
    ['', 'ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'words'],
    [
      rowOf('Parley', rouge.ours),
      rowOf('first 15 sentences', rouge.first),
      ['first 15 longer ones', ...Object.values(BASELINE).map(three), ''],
    ],
  )
  printTable(
    `Chapters against the topics of ${chapters.count} meetings (0 is best)`,
    ['', 'Pk', 'WindowDiff', 'borders'],
    [
      ['Parley', three(chapters.ours.pk), three(chapters.ours.windowDiff), chapters.found.toFixed(1)],
      ['as many, of equal length', three(chapters.even.pk), three(chapters.even.windowDiff), chapters.found.toFixed(1)],
      ['people', '', '', chapters.marked.toFixed(1)],
    ],
  )
  printTable(
    `Points of published summaries, found within ${NEAR} s`,
    ['', 'points', 'found', 'by chance', 'precision', 'listed a call'],
    Object.entries(found).map(([kind, { points, hit, chance, precision, perCall }]) => [
      kind.replace('_', ' '),
      String(points),
      three(hit),
      three(chance),
      three(precision),
      perCall.toFixed(1),
    ]),
  )
  const times = all.map(({ ms }) => ms)
  printTable(
    `${quotes.count} quotes; time of a request that makes a summary without a language model`,
    ['', 'in their segment', 'lines without', 'median ms', 'worst ms'],
    [['', three(quotes.inPlace), String(quotes.bare), median(times).toFixed(0), Math.max(...times).toFixed(0)]],
  )
  printGoals([
    { what: 'quotes in their segment', measured: quotes.inPlace, limit: 1, sense: 'at least' },
    { what: 'ROUGE-1', measured: rouge.ours.rouge1, limit: BASELINE.rouge1, sense: 'at least' },
    { what: 'ROUGE-2', measured: rouge.ours.rouge2, limit: BASELINE.rouge2, sense: 'at least' },
    { what: 'ROUGE-L', measured: rouge.ours.rougeL, limit: BASELINE.rougeL, sense: 'at least' },
    { what: 'Pk of chapters', measured: chapters.ours.pk, limit: Number(three(chapters.even.pk)), sense: 'at most' },
  ])
}
