/** All SQL of model calls. */
import { sql } from 'kysely'
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import type { ModelCall } from '../../../core/language-model.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ModelUsage } from './schema.ts'

export async function insertCall(
  tx: Writer,
  org: OrganizationId,
  call: ModelCall,
  userId: string | undefined,
): Promise<void> {
  const { inputTokens, outputTokens, prices } = call
  // Calculated in SQL with exact decimals. Prices are per million tokens.
  const cost =
    prices === undefined
      ? sql<null>`null`
      : sql<string>`(${inputTokens}::numeric * ${String(prices.input)}::numeric
                     + ${outputTokens}::numeric * ${String(prices.output)}::numeric) * 0.000001`
  await tx
    .insertInto('model_calls')
    .values({
      organization_id: org,
      id: newId(),
      at: call.startedAt,
      user_id: userId ?? null,
      purpose: call.purpose,
      model: call.model,
      outcome: call.outcome,
      detail: call.detail ?? null,
      requests: call.requests,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      estimated: call.estimated,
      cost,
      ms: call.ms,
    })
    .execute()
}

interface UsageRow {
  readonly model: string | null
  readonly purpose: string | null
  readonly calls: number
  readonly failed: number
  readonly estimated: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cost: number | null
}

/**
 * Returns usage between two times, inclusive. Rows with the most tokens come first. A sum with an unknown cost is null.
 */
export async function selectUsage(
  db: Reader,
  org: OrganizationId,
  span: { from: Date; to: Date },
): Promise<ModelUsage> {
  const { rows } = await sql<UsageRow>`
    select model, purpose, count(*) as calls,
           count(*) filter (where outcome not in ('ok', 'aborted')) as failed,
           count(*) filter (where estimated) as estimated,
           coalesce(sum(input_tokens), 0) as "inputTokens", coalesce(sum(output_tokens), 0) as "outputTokens",
           case when count(cost) = count(*) then coalesce(sum(cost), 0)::double precision end as cost
    from model_calls
    where organization_id = ${org} and at >= ${span.from}::timestamptz and at <= ${span.to}::timestamptz
    group by grouping sets ((), (model), (purpose))
    order by sum(input_tokens + output_tokens) desc nulls last, model, purpose`.execute(db)
  const total = rows.find(({ model, purpose }) => model === null && purpose === null)
  const byModel: ModelUsage['byModel'] = []
  const byPurpose: ModelUsage['byPurpose'] = []
  for (const { model, purpose, ...counted } of rows) {
    if (model !== null) byModel.push({ model, ...counted })
    if (purpose !== null) byPurpose.push({ purpose, ...counted })
  }
  const { model: _, purpose: __, ...all } = total ?? NOTHING
  return { ...all, byModel, byPurpose }
}

const NOTHING: UsageRow = {
  ...{ model: null, purpose: null, calls: 0, failed: 0, estimated: 0, inputTokens: 0, outputTokens: 0, cost: 0 },
}
