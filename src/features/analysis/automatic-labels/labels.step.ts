import { labelsToChoose } from '../../conversations/labels/index.ts'
import {
  replaceProgramChoices,
  selectLabelChoices,
  selectLabels,
  updateLabels,
} from '../../conversations/records/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { loadSegments } from '../../text/transcripts/index.ts'
import { defineStep } from '../pipeline/index.ts'
import { chooseByModel } from './by-model.ts'
import { labelChoiceTask } from './by-rules.ts'
import { type LabelJudgment, reconcileLabels } from './model.ts'

/** Chooses an option of every label with `aiFlow`. */
export const labelsStep = defineStep<{ readonly judged: LabelJudgment | undefined }>({
  id: 'labels',
  version: 2,
  asksModel: true,
  restsOn: async ({ teamId }, { db, org }) => JSON.stringify(await labelsToChoose(db, org, teamId)),
  async find({ teamId, transcriptVersion, segments }, { db, org, model, workers, signal }) {
    const labels = await labelsToChoose(db, org, teamId)
    if (transcriptVersion === null || labels.length === 0) return { judged: undefined, outcome: 'not_applicable' }
    if (model !== undefined) {
      const chosen = await chooseByModel(model, labels, loadSegments(segments), signal)
      const judged = { labels, chosen, transcriptVersion, model: model.name }
      return { judged, outcome: 'complete', model: model.name }
    }
    const chosen = await workers.run(labelChoiceTask, [segments, labels], signal)
    return {
      judged: { labels, chosen, transcriptVersion, model: undefined },
      outcome: chosen.length < labels.length ? 'needs_model' : 'complete',
    }
  },
  async save(tx, { judged }, { id }, ctx) {
    if (judged === undefined) return
    const before = await selectLabels(tx, ctx.org, id)
    const settled = reconcileLabels(before, await selectLabelChoices(tx, ctx.org, id), judged)
    await replaceProgramChoices(tx, ctx.org, id, settled, ctx.clock.now())
    if (!settled.changed) return
    await updateLabels(tx, ctx.org, id, settled.labels)
    await announce(tx, ctx, { type: 'conversation.labels_changed', data: { conversation_id: id, by: 'analysis' } })
  },
})
