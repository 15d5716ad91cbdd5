import { type AnalysisSubject, defineStep, type StepContext, type StepOutcome } from '../../analysis/pipeline/index.ts'
import { loadSegments } from '../../text/transcripts/index.ts'
import { type NewScoring, quotedTurnsTask, saveScorings } from '../scorecard-results/index.ts'
import type { JudgingTemplate } from '../scorecards/index.ts'
import { applicableTo } from './applicable.ts'
import { judgeByModel } from './by-model.ts'
import { byRule, createScoring, type Judgement } from './model.ts'
import { judgingTask } from './rules/index.ts'

/** Outcome of the step. `scorings` is undefined if scorecards don't apply; stored scorings are then kept. */
interface ScorecardsStepOutcome {
  readonly scorings: readonly NewScoring[] | undefined
  /** Speaker turns that the evidence of the scorings quotes. */
  readonly turns: readonly string[]
}

/** Scores a conversation with each scorecard that applies to it. */
export const scorecardsStep = defineStep<ScorecardsStepOutcome>({
  id: 'scorecards',
  version: 3,
  asksModel: true,
  restsOn: async (subject, ctx) =>
    JSON.stringify((await applicableTo(subject, ctx)).map(({ id, version }) => [id, version])),
  async find(subject, ctx) {
    if (subject.skips.scorecards || subject.transcriptVersion === null) {
      return { scorings: undefined, turns: [], outcome: 'not_applicable' }
    }
    const templates = await applicableTo(subject, ctx)
    // Removes scorings of scorecards that no longer apply.
    if (templates.length === 0) return { scorings: [], turns: [], outcome: 'not_applicable' }
    return judge(templates, subject, subject.transcriptVersion, ctx)
  },
  async save(tx, { scorings, turns }, { id }, ctx) {
    if (scorings !== undefined) await saveScorings(tx, ctx, id, scorings, { turns, at: ctx.clock.now() })
  },
})

async function judge(
  templates: readonly JudgingTemplate[],
  { id, segments }: AnalysisSubject,
  transcriptVersion: number,
  { model, workers, signal }: StepContext,
): Promise<ScorecardsStepOutcome & StepOutcome> {
  const judged = new Map<string, Judgement>()
  // Rules can't follow the prompts of expert mode.
  const plain = templates.flatMap(({ items, expertMode }) =>
    items.filter(({ expertPrompt }) => !expertMode || expertPrompt === ''),
  )
  for (const [id, found] of await workers.run(judgingTask, [segments, plain], signal)) {
    if (model === undefined || found.measured) judged.set(id, byRule(found))
  }
  if (model !== undefined) {
    const open = templates.map((template) => ({
      ...template,
      items: template.items.filter((item) => !judged.has(item.id)),
    }))
    const found = await judgeByModel(model, open, loadSegments(segments), signal)
    for (const [item, judgement] of found) judged.set(item, judgement)
  }
  const of = { conversationId: id, transcriptVersion, model: model?.name ?? null }
  const open = model === undefined ? ('needs_model' as const) : ('no_evidence' as const)
  const scorings = templates.map((template) => createScoring(template, judged, { ...of, open }))
  const needsModel = model === undefined && scorings.some(({ unscored }) => unscored.length > 0)
  const quotes = scorings.flatMap(({ items }) => items.flatMap(({ evidences }) => [...evidences]))
  const turns = await workers.run(quotedTurnsTask, [segments, quotes], signal)
  return { scorings, turns, outcome: needsModel ? 'needs_model' : 'complete', model: model?.name ?? null }
}
