/**
 * `npm run eval:names`: whether a question that names a company finds that company's call.
 *
 * Real earnings calls, each asked “What did <company> say about <topic>?” for topics that all of them speak of. Once nothing
 * but the words spoken tells whose call it is; once it is known as calls are in practice, one by its title, the next by the
 * account it is linked to, the next by the address of somebody who took part. The same questions to both. And of each call
 * “What did <who speaks most> say about <topic>?”, by full name and by last name in turns; the first time nobody has one.
 *
 *   --data FOLDER       else PARLEY_EVAL_DATA, PARLEY_DATA, or the folder beside the clone
 *   --mode hybrid       or lexical, semantic
 *   --wait 60           minutes until everything must be embedded
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolder, type Meeting, readLines } from './eval-data.ts'
import { hit, mean } from './eval-scores.ts'
import { type Corpus, inLanes, type Mode, modes, newOrganization, search, untilEmbedded } from './eval-service.ts'
import { endOnSignals } from './processes.ts'
import { numberWithin, optionsOf, run } from './program.ts'
import { printTable } from './report.ts'
import { type Service, settingsGiven, startServiceAt } from './service.ts'

const TOPICS = ['cash flow', 'the outlook for next year', 'costs', 'acquisitions', 'customers', 'the pandemic']
const WAYS = ['title', 'account', 'mail'] as const
type Way = (typeof WAYS)[number] | 'nothing'
/** What people leave out when they speak of a company. */
const FORM =
  /\s+(?:inc|corp|company|companies|international|aktiengesellschaft|ltd|holdings|industries|and support)\b/gi

interface Labels {
  readonly conversation_id: string
  readonly fields: { readonly company_name: string }
  readonly named_speakers: readonly string[]
}
interface Call extends Meeting {
  readonly company: string
  /** As somebody would call the one who speaks most; undefined where nobody noted a name. */
  readonly speaker: string | undefined
  readonly way: Way
}

const options = optionsOf('eval', () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { data: text, mode: { ...text, default: 'hybrid' }, wait: { ...text, default: '60' } },
  })
  const mode = modes.find((one) => one === values.mode)
  if (mode === undefined) throw new Error(`--mode should be one of ${modes.join(', ')}`)
  return { data: values.data, mode, wait: numberWithin(values.wait, 1, 600) }
})
endOnSignals()
await run('eval', main)

async function main(): Promise<void> {
  const calls = await readCalls()
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-eval-'))
  const place = { dataDir, databaseUrl: process.env.DATABASE_URL || undefined, settings: settingsGiven(/^EMBEDDING_/) }
  const service = await startServiceAt(place)
  try {
    const known = await fill(service, await newOrganization(place, 'Known'), calls)
    const unknown = await fill(
      service,
      await newOrganization(place, 'Unknown'),
      calls.map((call) => ({ ...call, way: 'nothing' })),
    )
    if (options.mode !== 'lexical') {
      for (const corpus of [known, unknown]) await untilEmbedded(service, corpus, options.wait)
    }
    const rows: string[][] = []
    const row = async (way: string, asked: readonly Call[], nameOf: (call: Call) => string) => {
      const figures = []
      for (const corpus of [unknown, known]) figures.push(...(await found(service, corpus, asked, nameOf)))
      rows.push([way, String(asked.length * TOPICS.length), ...figures.map((one) => one.toFixed(3))])
    }
    for (const way of WAYS)
      await row(
        way,
        calls.filter((call) => call.way === way),
        ({ company }) => company,
      )
    const withSpeaker = calls.filter(({ speaker }) => speaker !== undefined)
    await row('speaker', withSpeaker, ({ speaker }) => speaker ?? '')
    printTable(
      `Right call of ${calls.length}, ${options.mode}`,
      ['known by', 'questions', 'by speech alone: first', 'in five', 'known: first', 'in five'],
      rows,
    )
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function readCalls(): Promise<Call[]> {
  const folder = join(dataFolder(options.data), 'earnings21')
  const labels = await readLines<Labels>(join(folder, 'labels.jsonl'))
  const labelsOf = new Map(labels.map((one) => [one.conversation_id, one]))
  const calls = await readLines<Meeting>(join(folder, 'calls.jsonl'))
  return calls.map((call, index) => {
    const known = labelsOf.get(call.id)
    if (known === undefined) throw new Error(`${call.id} has no labels`)
    const company = known.fields.company_name.replace(FORM, '')
    const name = mostSpoken(call, new Set(known.named_speakers))
    const speaker = index % 2 === 0 ? name : name?.split(' ').at(-1)
    return { ...call, company, speaker, way: WAYS[index % WAYS.length] ?? 'title' }
  })
}

function mostSpoken({ segments }: Meeting, named: ReadonlySet<string>): string | undefined {
  const said = new Map<string, number>()
  for (const { speaker, text } of segments) {
    if (named.has(speaker)) said.set(speaker, (said.get(speaker) ?? 0) + text.length)
  }
  const [most] = [...said].sort((a, b) => b[1] - a[1])
  return most?.[0]
}

/** Apart from each other, and by no name. */
function nameless(segments: Meeting['segments']): Meeting['segments'] {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))]
  return segments.map((segment) => ({ ...segment, speaker: `Speaker ${speakers.indexOf(segment.speaker) + 1}` }))
}

async function fill({ baseUrl }: Service, key: string, calls: readonly Call[]): Promise<Corpus> {
  const idOf = new Map<string, string>()
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const answer = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    return (await answer.json()) as { uuid: string }
  }
  for (const { id, company, way, segments } of calls) {
    const linked = way === 'account' ? { linkedCrmRecords: [{ code: 'account', id }] } : {}
    if (way === 'account') await send('PUT', `/crm-records/account/${id}`, { fields: { Name: company } })
    const email = `dana@${company.toLowerCase().replace(/[^a-z]+/g, '-')}.example`
    const { uuid } = await send('POST', '/conversations/import', {
      transcript: { segments: way === 'nothing' ? nameless(segments) : segments },
      conversationTitle: way === 'title' ? `${company} earnings call` : 'Earnings call',
      ...(way === 'mail' ? { participants: [{ email, name: 'Dana' }] } : {}),
      ...linked,
    })
    idOf.set(id, uuid)
  }
  return { key, idOf, meetingOf: new Map(calls.map((call) => [idOf.get(call.id) ?? '', call])) }
}

/** @returns how often the first one is the right call, and how often one of the first five different ones */
async function found(
  service: Service,
  corpus: Corpus,
  calls: readonly Call[],
  nameOf: (call: Call) => string,
): Promise<[number, number]> {
  const questions = calls.flatMap((call) => TOPICS.map((topic) => ({ call, topic })))
  const asked = await inLanes('questions', questions, async ({ call, topic }) => {
    const query = `What did ${nameOf(call)} say about ${topic}?`
    const { moments } = await search(service, corpus, { query, mode: options.mode as Mode })
    return {
      order: [...new Set(moments.map(({ conversation }) => conversation.id))],
      right: new Set([corpus.idOf.get(call.id) ?? '']),
    }
  })
  const share = (first: number) => mean(asked.map(({ order, right }) => hit(order, right, first)))
  return [share(1), share(5)]
}
