/**
 * `npm run eval:entities`: what the service finds named in real earnings calls, against what people marked in them.
 *
 * Calls come in by `POST /conversations/import`, are analyzed as any other, and are read by
 * `GET /conversations/{id}/topics`. A found thing is right when a marked one of its type overlaps it, and a marked one is
 * found when a found one does; `same ends` is the share of found ones that begin and end where a marked one does. Years
 * are marked twice in the data, as DATE and YEAR: they count once, as dates. Marks of amounts and dates that touch are
 * one: the data mark `$21` and `million` apart. Types that the data do not have (`other`, times, addresses) are left out.
 *
 * With MODEL_PROVIDER, MODEL_URL, MODEL_NAME … in the environment a language model looks the topics over, a thing that
 * takes long and may cost.
 *
 *   --data FOLDER   else PARLEY_EVAL_DATA, PARLEY_DATA, or the folder beside the clone
 *   --limit N       the first N calls
 *   --show TYPE     also what was missed and what was wrong, of ORG, DATE …
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dataFolder, readLines } from './eval-data.ts'
import { endOnSignals } from './processes.ts'
import { optionsOf, run, wholeFrom } from './program.ts'
import { median, printTable, tell } from './report.ts'
import { type Service, settingsGiven, startServiceAt } from './service.ts'

/** Ours → the data's. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ person: 'PERSON', company: 'ORG', place: 'GPE', product: 'PRODUCT', event: 'EVENT', law: 'LAW' },
  ...{ money: 'MONEY', percent: 'PERCENT', quantity: 'QUANTITY', date: 'DATE' },
}
/** Marks of these are told apart by nothing but the data's own cutting. */
const JOINED = new Set(['MONEY', 'PERCENT', 'DATE', 'QUANTITY'])
const POLL_MS = 500
const WAIT_MINUTES = 30
const SHOWN = 40

interface Call {
  id: string
  title: string
  segments: { speaker: string; text: string; start?: number; end?: number }[]
}
interface Mark {
  segment: number
  type: string
  from: number
  to: number
}
interface Labels {
  conversation_id: string
  entities: Mark[]
}
interface Thing {
  type: string
  count: number
  occurrences: { segment: number; from: number; to: number; quote: string }[]
}
interface Topics {
  transcriptVersion: number | null
  model: string | null
  namedThings: Thing[]
}
interface Tally {
  marked: number
  reached: number
  found: number
  right: number
  exact: number
}

const options = optionsOf('eval', () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { data: text, show: text, limit: { ...text, default: '1000000' } } })
  return { data: values.data, show: values.show, limit: wholeFrom(values.limit, 1) }
})
endOnSignals()
await run('eval', main)

async function main(): Promise<void> {
  const folder = join(dataFolder(options.data), 'earnings21')
  const calls = (await readLines<Call>(join(folder, 'calls.jsonl'))).slice(0, options.limit)
  const labels = new Map(
    (await readLines<Labels>(join(folder, 'labels.jsonl'))).map((one) => [one.conversation_id, one]),
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-eval-'))
  // Meaning plays no part, so nothing is embedded meanwhile.
  const service = await startServiceAt({
    dataDir,
    settings: { EMBEDDING_PROVIDER: 'none', ...settingsGiven(/^MODEL_/) },
  })
  try {
    const tallies = new Map<string, Tally>()
    const missed: string[] = []
    const wrong: string[] = []
    const times: number[] = []
    let left = 0
    for (const call of calls) {
      const { topics, ms } = await analyzed(service, call)
      times.push(ms)
      const found = topics.namedThings.flatMap(({ type, count, occurrences }): Mark[] => {
        const told = TYPES[type]
        if (told === undefined) return []
        left += count - occurrences.length
        return occurrences.map(({ segment, from, to, quote }) => {
          if ([...(call.segments[segment]?.text ?? '')].slice(from, to).join('') !== quote) {
            throw new Error(`${call.id}: a quote does not stand where it is said to`)
          }
          return { segment, type: told, from, to }
        })
      })
      const marked = joined(labels.get(call.id)?.entities ?? [], call)
      const textOf = ({ segment, from, to }: Mark) => [...(call.segments[segment]?.text ?? '')].slice(from, to).join('')
      const { misses, errors } = compare(marked, found, tallies)
      missed.push(...misses.filter(({ type }) => type === options.show).map(textOf))
      wrong.push(...errors.filter(({ type }) => type === options.show).map(textOf))
    }
    report(calls.length, tallies, times)
    if (left > 0) console.log(`\n${left} places of things that are named more than a hundred times are not told.`)
    if (options.show !== undefined) {
      console.log(`\nmissed: ${mostOften(missed)}\n\nwrong: ${mostOften(wrong)}`)
    }
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** One after the other: what is measured is how long the step takes. */
async function analyzed({ baseUrl, said }: Service, call: Call): Promise<{ topics: Topics; ms: number }> {
  const headers = { authorization: said.api_key ?? '', 'content-type': 'application/json' }
  const ask = async (path: string, body?: unknown) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      headers: body === undefined ? { authorization: headers.authorization } : headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  const { uuid } = await ask('/conversations/import', { transcript: call, conversationTitle: call.title })
  const until = performance.now() + WAIT_MINUTES * 60_000
  for (;;) {
    const topics: Topics = (await ask(`/conversations/${uuid}/topics`)).data
    if (topics.transcriptVersion !== null) {
      const { steps } = (await ask(`/conversations/${uuid}/analysis`)).data
      const step = steps.find((one: { step: string }) => one.step === 'topics')
      return { topics, ms: step.ms }
    }
    if (performance.now() > until) throw new Error(`${call.id} is not analyzed after ${WAIT_MINUTES} minutes`)
    await pause(POLL_MS)
  }
}

/** Years as dates, and what touches as one. */
function joined(entities: readonly Mark[], call: Call): Mark[] {
  const marks: Mark[] = []
  const sorted = entities
    .map((one) => ({ ...one, type: one.type === 'YEAR' ? 'DATE' : one.type }))
    .toSorted((a, b) => a.segment - b.segment || a.from - b.from || b.to - a.to)
  for (const mark of sorted) {
    const last = marks.findLast(({ segment, type }) => segment === mark.segment && type === mark.type)
    const gap =
      last === undefined ? '' : [...(call.segments[mark.segment]?.text ?? '')].slice(last.to, mark.from).join('')
    const touches = last !== undefined && (mark.from <= last.to || (JOINED.has(mark.type) && /^[\s-]*$/.test(gap)))
    if (last !== undefined && touches) last.to = Math.max(last.to, mark.to)
    else marks.push({ ...mark })
  }
  return marks
}

function compare(marked: readonly Mark[], found: readonly Mark[], tallies: Map<string, Tally>) {
  const key = ({ segment, type }: Mark) => `${segment} ${type}`
  const [byMarked, byFound] = [Map.groupBy(marked, key), Map.groupBy(found, key)]
  const overlaps = (a: Mark, b: Mark) => a.from < b.to && b.from < a.to
  const tallyOf = (type: string) => {
    const tally = tallies.get(type) ?? { marked: 0, reached: 0, found: 0, right: 0, exact: 0 }
    tallies.set(type, tally)
    return tally
  }
  const misses = marked.filter((mark) => {
    const tally = tallyOf(mark.type)
    const isReached = (byFound.get(key(mark)) ?? []).some((one) => overlaps(one, mark))
    tally.marked++
    if (isReached) tally.reached++
    return !isReached
  })
  const errors = found.filter((one) => {
    const tally = tallyOf(one.type)
    const rights = (byMarked.get(key(one)) ?? []).filter((mark) => overlaps(one, mark))
    tally.found++
    if (rights.length > 0) tally.right++
    if (rights.some(({ from, to }) => from === one.from && to === one.to)) tally.exact++
    return rights.length === 0
  })
  return { misses, errors }
}

function report(calls: number, tallies: ReadonlyMap<string, Tally>, times: readonly number[]): void {
  const all: Tally = { marked: 0, reached: 0, found: 0, right: 0, exact: 0 }
  for (const tally of tallies.values()) for (const name of Object.keys(all) as (keyof Tally)[]) all[name] += tally[name]
  const three = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(3))
  const rowOf = (type: string, { marked, reached, found, right, exact }: Tally) => {
    const [precision, recall] = [right / found, reached / marked]
    const f1 = (2 * precision * recall) / (precision + recall)
    return [type, String(marked), String(found), ...[precision, recall, f1, exact / found].map(three)]
  }
  const types = [...tallies].toSorted(([, a], [, b]) => b.marked - a.marked)
  printTable(
    `Named things in ${calls} calls`,
    ['', 'marked', 'found', 'precision', 'recall', 'F1', 'same ends'],
    [...types.map(([type, tally]) => rowOf(type, tally)), rowOf('all', all)],
  )
  tell(`the step took ${median(times).toFixed(0)} ms a call (median), ${Math.max(...times).toFixed(0)} ms at most`)
}

function mostOften(texts: readonly string[]): string {
  const groups = [...Map.groupBy(texts, (text) => text)].toSorted(([, a], [, b]) => b.length - a.length)
  return groups
    .slice(0, SHOWN)
    .map(([text, all]) => `${text} ×${all.length}`)
    .join(' | ')
}
