import { loadSegments } from '../../text/transcripts/index.ts'
import { defineStep, type StepContext, type StepOutcome } from '../pipeline/index.ts'
import { summaryByModel } from './by-model.ts'
import { extractiveSummaryTask, type SummaryMaterial } from './extractive.ts'
import { type GeneratedSummary, saveSummary, toSummaryContext } from './make.ts'

/** Version of extractive summaries. Summaries of earlier versions are created again at the start (`refresh-summaries.job.ts`). */
export const SUMMARY_VERSION = 8

/** Creates the summary of a conversation: by the language model if one is configured, otherwise extractive. */
export const summaryStep = defineStep<{ readonly summary: GeneratedSummary | undefined }>({
  id: 'summary',
  version: SUMMARY_VERSION,
  asksModel: true,
  async find(subject, ctx) {
    if (subject.transcriptVersion === null) return { summary: undefined, outcome: 'not_applicable' }
    const segments = subject.segments
    const surroundings = toSummaryContext(
      subject.outline.speakers,
      [...subject.outside, ...subject.inside],
      subject.saidOn,
    )
    return make({ segments, surroundings }, ctx)
  },
  async save(tx, { summary }, { id, transcriptVersion }, ctx) {
    if (summary !== undefined && transcriptVersion !== null)
      await saveSummary(tx, ctx, id, transcriptVersion, summary, false)
  },
})

async function make(
  material: SummaryMaterial,
  { model, modelFault, workers, signal }: StepContext,
): Promise<{ summary: GeneratedSummary } & StepOutcome> {
  if (model === undefined) {
    // An extractive summary is complete: no part of it needs a model.
    const content = await workers.run(extractiveSummaryTask, [material], signal)
    return { summary: { content, model: null, fault: modelFault }, outcome: 'complete' }
  }
  const content = await summaryByModel(model, loadSegments(material.segments), material.surroundings, signal)
  return { summary: { content, model: model.name, fault: null }, outcome: 'complete', model: model.name }
}
