/** Promises, risks and field values in conversations, for deals and accounts. */
import type { Context } from '../../../core/operation.ts'
import type { SummarizedCall } from '../../assistant/answers/index.ts'
import { formatFieldValue } from '../../conversations/crm-records/index.ts'
import { selectSegmentsInput } from '../../conversations/records/index.ts'
import { toSide } from './people.ts'
import { listPromises, toMoment } from './promises.ts'
import { spokenRisksTask } from './risks.ts'
import type { DealCall, Findings } from './schema.ts'

const ITEMS_MAX = 30
const RISKS_MAX = 8
/** Maximum number of conversations whose transcripts are read for risks, and of risks of each. */
const READ_MAX = 6
const RISKS_OF_ONE = 3

/** @param calls newest first */
export const findFindings = async (ctx: Context, calls: readonly SummarizedCall[]): Promise<Findings> => ({
  action_items: calls.flatMap(listPromises).slice(0, ITEMS_MAX),
  risks: await findRisks(ctx, calls),
  values: listValues(calls),
})

export const toDealCall = ({ call, summary }: SummarizedCall): DealCall => ({
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
  talk_strip: call.statistics?.talkStrip ?? null,
})

async function findRisks(ctx: Context, calls: readonly SummarizedCall[]): Promise<Findings['risks']> {
  const risks: Findings['risks'] = []
  for (const loaded of calls.slice(0, READ_MAX)) {
    const segments = await selectSegmentsInput(ctx.db, ctx.org, loaded.call.id, 'current')
    const found = await ctx.requestWorkers.run(spokenRisksTask, [segments, loaded.call, RISKS_OF_ONE], ctx.signal)
    risks.push(...found.map(({ text, start }) => ({ text, ...toMoment(loaded, start) })))
  }
  return risks.slice(0, RISKS_MAX)
}

/** Newest value of each field. A confirmed value comes before a newer proposed one. */
function listValues(calls: readonly SummarizedCall[]): Findings['values'] {
  const all = calls.flatMap((loaded) =>
    loaded.call.values
      .filter(({ value }) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
      .map(({ id, key, title, value, evidence }) => ({
        id,
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
