import type { Json } from '../../../core/wire.ts'
import { type AnalysisSubject, defineStep, type StepContext, type StepOutcome } from '../../analysis/pipeline/index.ts'
import type { ExtractedField } from '../extraction/index.ts'
import { type ApplicableItem, findApplicableItems } from './applicable-items.ts'
import { valuesByModel } from './by-model.ts'
import { fieldValuesTask } from './by-rules.ts'
import { isDecided, isLive, isRejected, isSameValue, orderByDependency, type StoredRow } from './model.ts'
import { selectValues } from './queries.ts'
import { type Proposed, saveProposals, type ValueProposal } from './save-proposals.ts'
import { syncConversationFields } from './sync-conversation-fields.ts'

/** `proposed` is undefined if the fields step doesn't apply; existing values don't change then. */
interface FieldsStepOutcome {
  readonly proposed: Proposed | undefined
}

/** Minimum confidence at which a value found by rules is kept although the model's evidence was invalid. */
const SURE = 0.8

/** Finds values for the items of all field configurations that apply. */
export const fieldsStep = defineStep<FieldsStepOutcome>({
  id: 'fields',
  version: 1,
  asksModel: true,
  async restsOn(subject, { db, org }) {
    const [items, rows] = await Promise.all([findApplicableItems(db, org, subject), selectValues(db, org, subject.id)])
    const parents = new Set(items.flatMap(({ dependsOn }) => dependsOn ?? []))
    return JSON.stringify([
      items.map(({ id, version }) => [id, version]),
      // Decisions about items that others depend on, and rejections.
      rows.filter((row) => isDecided(row) && parents.has(row.item_id)).map((row) => [row.item_id, row.value]),
      rows.filter((row) => row.state === 'rejected').map(({ id }) => id),
    ])
  },
  async find(subject, ctx) {
    const { transcriptVersion, skips } = subject
    if (skips.fields || transcriptVersion === null) return { proposed: undefined, outcome: 'not_applicable' }
    const items = await findApplicableItems(ctx.db, ctx.org, subject)
    // Removes proposed values of items that no longer apply.
    if (items.length === 0) {
      return {
        proposed: { proposals: [], items: [], transcriptVersion, byModel: ctx.model !== undefined },
        outcome: 'not_applicable',
      }
    }
    return fill(items, await selectValues(ctx.db, ctx.org, subject.id), { ...subject, transcriptVersion }, ctx)
  },
  async save(tx, { proposed }, subject, { org, clock }) {
    if (proposed === undefined) return
    await saveProposals(tx, org, subject.id, proposed, clock.now())
    await syncConversationFields(tx, org, subject)
  },
})

async function fill(
  items: readonly ApplicableItem[],
  rows: readonly StoredRow[],
  subject: AnalysisSubject & { readonly transcriptVersion: number },
  { model, workers, signal }: StepContext,
): Promise<FieldsStepOutcome & StepOutcome> {
  const decided = new Map(rows.filter(isDecided).map((row) => [row.item_id, row.value]))
  const open = items.filter(({ id }) => !decided.has(id))
  const isNone = (id: string, value: Json, evidence: ExtractedField['evidence']) =>
    isRejected(rows, id, value, evidence)
  const { segments, saidOn } = subject
  const rejected = rows.filter((row) => !isLive(row))
  const ruledValues = await workers.run(fieldValuesTask, [{ segments, saidOn }, open, rejected], signal)
  const byRules = new Map(ruledValues.map((one) => [one.id, one]))
  const found =
    model === undefined || open.length === 0
      ? open.flatMap((item) => proposeByRules(item, byRules.get(item.id)))
      : await proposeByModel(model, open, byRules, subject, signal)
  const kept = found.filter(({ item, value, evidence }) => !isNone(item.id, value, evidence))
  const values = new Map<string, Json>([...decided, ...kept.map(({ item, value }) => [item.id, value] as const)])
  const asked = orderByDependency(items, values)
  const ids = new Set(asked.map(({ id }) => id))
  const proposals = kept.filter(({ item }) => ids.has(item.id))
  const isLeftOpen = asked.some(({ id }) => !values.has(id))
  return {
    proposed: { proposals, items: asked, transcriptVersion: subject.transcriptVersion, byModel: model !== undefined },
    outcome: model === undefined && isLeftOpen ? 'needs_model' : 'complete',
    model: open.length === 0 ? null : (model?.name ?? null),
  }
}

const proposeByRules = (item: ApplicableItem, found: ExtractedField | undefined): ValueProposal[] =>
  found === undefined
    ? []
    : [
        {
          item,
          source: 'rule',
          value: found.value,
          confidence: found.confidence,
          evidence: found.evidence,
          model: null,
        },
      ]

/** Prefers the value of the model. If rules found the same value, the confidence combines both. */
async function proposeByModel(
  model: NonNullable<StepContext['model']>,
  open: readonly ApplicableItem[],
  byRules: ReadonlyMap<string, ExtractedField>,
  subject: AnalysisSubject,
  signal: AbortSignal,
): Promise<ValueProposal[]> {
  const { values, thrownAway } = await valuesByModel(model, open, subject, signal)
  const byModel = new Map(values.map((one) => [one.itemId, one]))
  return open.flatMap((item): ValueProposal[] => {
    const [said, rule] = [byModel.get(item.id), byRules.get(item.id)]
    if (said === undefined) {
      const isSure = rule !== undefined && thrownAway.has(item.id) && rule.confidence >= SURE
      return isSure ? proposeByRules(item, rule) : []
    }
    const agrees = rule !== undefined && isSameValue(rule.value, said.value)
    const confidence = agrees ? 1 - (1 - said.confidence) * (1 - rule.confidence) : said.confidence
    const { value, evidence } = said
    return [{ item, value, source: 'ai', confidence: Math.round(confidence * 100) / 100, evidence, model: model.name }]
  })
}
