import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import type { SummarizedCall } from '../../assistant/answers/index.ts'
import { formatFieldValue, readDealField } from '../../conversations/crm-records/index.ts'
import { NO_FILTERS, selectSegmentsInput } from '../../conversations/records/index.ts'
import { loadCalls, loadSummaries } from './load.ts'
import { listPeople, toSide } from './people.ts'
import { listPromises, toMoment } from './promises.ts'
import { selectDealRows } from './queries.ts'
import { spokenRisksTask } from './risks.ts'
import { type Deal, type DealCall, deal } from './schema.ts'

const CALLS_MAX = 50
const ITEMS_MAX = 30
const RISKS_MAX = 8
/** Maximum number of conversations whose transcripts are read for risks, and of risks of each. */
const READ_MAX = 6
const RISKS_OF_ONE = 3

export const getDeal = defineOperation({
  id: 'getDeal',
  summary: 'Get a deal with its people, promises and risks',
  description:
    'Returns an opportunity with its CRM values, conversations, people with their talk time, action items, risks in ' +
    'the words of the other side, and field values. Contains only conversations that the caller can read.',
  tag: 'Deals',
  cost: COSTS.medium,
  input: z.object({ id: pathId('opportunity') }),
  output: deal,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/deals/{id}', ...inData(deal) },
  async handle({ id }, ctx): Promise<Deal> {
    const rows = await selectDealRows(ctx.db, ctx.org, toVisibility(ctx.principal), { limit: 1, id })
    const [summary] = await loadSummaries(ctx, rows)
    const [row] = rows
    if (summary === undefined || row === undefined) throw notFound('opportunity')
    const calls = await loadCalls(ctx, { filters: { ...NO_FILTERS, opportunityIds: [id] } }, CALLS_MAX)
    return {
      ...summary,
      loss_reason: readDealField(row.fields, 'lossReason') ?? null,
      conversations: calls.map(toDealCall),
      people: listPeople(calls.map(({ call }) => call)),
      action_items: calls.flatMap(listPromises).slice(0, ITEMS_MAX),
      risks: await findRisks(ctx, calls),
      values: listValues(calls),
    }
  },
})

const toDealCall = ({ call, summary }: SummarizedCall): DealCall => ({
  id: call.id,
  title: call.title,
  started_at: call.startedAt,
  duration: call.duration,
  owner_name: call.owner.name,
  headline: summary?.headline?.text ?? null,
  speakers: (call.statistics?.speakers ?? []).map(({ name, internal, talkTime }) => ({
    name,
    side: toSide(internal),
    talk_time: talkTime,
  })),
})

async function findRisks(ctx: Context, calls: readonly SummarizedCall[]): Promise<Deal['risks']> {
  const risks: Deal['risks'] = []
  for (const loaded of calls.slice(0, READ_MAX)) {
    const segments = await selectSegmentsInput(ctx.db, ctx.org, loaded.call.id, 'current')
    const found = await ctx.requestWorkers.run(spokenRisksTask, [segments, loaded.call, RISKS_OF_ONE], ctx.signal)
    risks.push(...found.map(({ text, start }) => ({ text, ...toMoment(loaded, start) })))
  }
  return risks.slice(0, RISKS_MAX)
}

/** Newest value of each field. A confirmed value comes before a newer proposed one. */
function listValues(calls: readonly SummarizedCall[]): Deal['values'] {
  const all = calls.flatMap((loaded) =>
    loaded.call.values
      .filter(({ value }) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
      .map(({ key, title, value, evidence }) => ({
        key,
        title,
        value: formatFieldValue(value),
        is_confirmed: loaded.call.confirmedKeys.includes(key),
        ...toMoment(loaded, evidence[0]?.start ?? null),
      })),
  )
  const sorted = all.toSorted((a, b) => Number(b.is_confirmed) - Number(a.is_confirmed))
  return sorted.filter((one, index) => sorted.findIndex(({ key }) => key === one.key) === index)
}
