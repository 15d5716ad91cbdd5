/**
 * `npm run eval:scorecards`: scores and labels that the analysis gives to chats of STAR, beside what the people who had
 * them answered. Everything goes through the service's REST door: the questionnaires are made scorecards, each question
 * an item of two levels, No and Yes, and which scorecard is a chat's is told by a label; the tasks are the options of a
 * label that the analysis chooses. Then the people's answers are put as results of people, and the service itself is asked
 * how well the two agree.
 *
 * With MODEL_PROVIDER, MODEL_URL, MODEL_NAME … in the environment a language model judges, which takes long and may cost;
 * without, rules alone.
 *
 *   --data FOLDER   else PARLEY_EVAL_DATA, PARLEY_DATA, or the folder beside the clone
 *   --limit N       so many chats, drawn evenly
 *   --wait N        minutes that the analysis may take, 60
 */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dataFolder } from './eval-data.ts'
import {
  type Agreement,
  type Choice,
  type Item,
  type Read,
  report,
  type Scoring,
  type Step,
  TASK,
  YES,
} from './eval-scorecards-report.ts'
import { type Answered, readStar, TASKS, titleOf } from './eval-star.ts'
import { endOnSignals } from './processes.ts'
import { optionsOf, run, wholeFrom } from './program.ts'
import { tell } from './report.ts'
import { parleyAt, settingsGiven, startServiceAt } from './service.ts'

const IMPORT_LINES = 50
const LANES = 4
const FORM = 'Questionnaire'

const { data, limit, wait } = optionsOf('eval', () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { data: text, limit: { ...text, default: '1000000' }, wait: { ...text, default: '60' } },
  })
  return { data: values.data, limit: wholeFrom(values.limit, 1), wait: wholeFrom(values.wait, 1) }
})

interface Card {
  readonly id: string
  readonly items: readonly Item[]
}

type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** What is not under test costs time. */
function settings(): Record<string, string> {
  return { EMBEDDING_PROVIDER: 'none', ...settingsGiven(/^(?:EMBEDDING|MODEL)_/) }
}

function askerOf(baseUrl: string, key: string): Ask {
  return async (method, path, body) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }
}

const formOf = ({ questions }: Answered) => questions.map(({ question }) => question).join('\n')

/** A scorecard for each different questionnaire, for the chats that are labelled with it. */
async function makeCards(ask: Ask, chats: readonly Answered[]): Promise<ReadonlyMap<string, Card>> {
  const forms = [...new Set(chats.map(formOf))]
  const { data: label } = await ask<{ data: { uuid: string; options: { id: string }[] } }>('POST', '/labels', {
    name: FORM,
    options: forms.map((_, at) => ({ value: `Form ${at + 1}` })),
  })
  const cards = new Map<string, Card>()
  for (const [at, form] of forms.entries()) {
    const criteria = { operator: 'AND', conditions: [{ field: label.uuid, value: label.options[at]?.id }] }
    const { data: card } = await ask<{ data: { id: string } }>('POST', '/scorecards', {
      title: `Form ${at + 1}`,
      criteria,
    })
    const items: Item[] = []
    for (const title of form.split('\n').map(titleOf)) {
      const { data: item } = await ask<{ data: { id: string } }>('POST', `/scorecards/${card.id}/items`, {
        title,
        metadata: {
          numericMetadata: {
            min: 0,
            middle: 0.5,
            max: YES,
            minCriteria: 'No',
            middleCriteria: '',
            maxCriteria: 'Yes',
          },
        },
      })
      items.push({ uuid: item.id, title })
    }
    cards.set(form, { id: card.id, items })
  }
  return cards
}

async function makeTask(ask: Ask): Promise<void> {
  const options = Object.values(TASKS).map(([value, description]) => ({ value, description }))
  await ask('POST', '/labels', { name: TASK, aiFlow: true, options })
}

async function importAll(
  baseUrl: string,
  key: string,
  chats: readonly Answered[],
): Promise<ReadonlyMap<string, string>> {
  const forms = [...new Set(chats.map(formOf))]
  const idOf = new Map<string, string>()
  for (let first = 0; first < chats.length; first += IMPORT_LINES) {
    const some = chats.slice(first, first + IMPORT_LINES)
    const answer = await fetch(`${baseUrl}/conversations/import`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/x-ndjson' },
      body: some
        .map((of) =>
          JSON.stringify({
            transcript: { segments: of.chat.segments },
            conversationTitle: of.chat.title,
            labels: { [FORM]: `Form ${forms.indexOf(formOf(of)) + 1}` },
            applicationName: 'evaluation',
            applicationExternalID: of.chat.id,
          }),
        )
        .join('\n'),
    })
    const lines = (await answer.text()).trim().split('\n')
    some.forEach(({ chat }, at) => {
      const { uuid } = JSON.parse(lines[at] ?? '{}') as { uuid?: string }
      if (uuid === undefined) throw new Error(`the import refused ${chat.id}: ${lines[at]?.slice(0, 500)}`)
      idOf.set(chat.id, uuid)
    })
  }
  return idOf
}

async function untilAnalyzed(ask: Ask, all: number, minutes: number): Promise<void> {
  const until = performance.now() + minutes * 60_000
  for (;;) {
    const { meta } = await ask<{ meta: { totalRecords: number } }>(
      'GET',
      '/conversations/list?size=1&filter[hide_non_analyzed]=true',
    )
    if (meta.totalRecords === all) return
    if (performance.now() > until) throw new Error(`${all - meta.totalRecords} chats are not analyzed`)
    await pause(1_000)
  }
}

async function readOne(ask: Ask, idOf: ReadonlyMap<string, string>, of: Answered): Promise<Read> {
  const at = `/conversations/${idOf.get(of.chat.id)}`
  const [scorings, choices, analysis] = await Promise.all([
    ask<{ data: Scoring[] }>('GET', `${at}/scorings`),
    ask<{ data: Choice[] }>('GET', `${at}/label-choices`),
    ask<{ data: { steps: Step[] } }>('GET', `${at}/analysis`),
  ])
  return {
    of,
    scoring: scorings.data[0],
    task: choices.data.find(({ category }) => category === TASK),
    steps: analysis.data.steps,
  }
}

/** What the people said, as the result of a person. */
async function answer(
  ask: Ask,
  cards: ReadonlyMap<string, Card>,
  idOf: ReadonlyMap<string, string>,
  of: Answered,
): Promise<void> {
  const card = cards.get(formOf(of))
  if (card === undefined) throw new Error('a questionnaire without a scorecard')
  const items = card.items.map(({ uuid }, at) => ({ uuid, score: of.questions[at]?.answer ? YES : 0 }))
  await ask('PUT', `/conversations/${idOf.get(of.chat.id)}/scorecard-results/${card.id}`, { items })
}

async function agreements(ask: Ask, cards: ReadonlyMap<string, Card>): Promise<Agreement[]> {
  const all: Agreement[] = []
  for (const { id } of cards.values()) {
    all.push((await ask<{ data: Agreement }>('GET', `/scorecards/${id}/agreement`)).data)
  }
  return all
}

async function inLanes<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  let next = 0
  const lane = async () => {
    while (next < all.length) {
      const index = next++
      done[index] = await work(all[index] as T)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return done
}

endOnSignals()
await run('eval', async () => {
  const chats = await readStar(dataFolder(data), limit)
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-eval-'))
  const place = { dataDir, databaseUrl: process.env.DATABASE_URL || undefined, settings: settings() }
  const service = await startServiceAt(place)
  try {
    const admin = `admin-${Date.now()}@star.example`
    const { organization_id: id = '' } = await parleyAt(place, 'organization', 'create', 'STAR', '--admin', admin)
    const { token = '' } = await parleyAt(place, 'key', 'create', '--organization', id, '--name', 'evaluation')
    const ask = askerOf(service.baseUrl, token)
    const cards = await makeCards(ask, chats)
    await makeTask(ask)
    const begun = performance.now()
    const idOf = await importAll(service.baseUrl, token, chats)
    await untilAnalyzed(ask, chats.length, wait)
    tell(`analyzed in ${Math.round((performance.now() - begun) / 1000)} s`)
    const read = await inLanes(chats, (of) => readOne(ask, idOf, of))
    await inLanes(chats, (of) => answer(ask, cards, idOf, of))
    const agreed = await agreements(ask, cards)
    report(read, agreed)
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
