import { loadSegments } from '../../text/transcripts/index.ts'
import { defineStep, type StepContext, type StepOutcome } from '../pipeline/index.ts'
import { summaryByModel } from './by-model.ts'
import { extractiveSummaryTask, type Material } from './extractive.ts'
import { keep, type Made, surroundingsOf } from './make.ts'

/** Creates the summary of a conversation: by the language model if one is configured, otherwise extractive. */
export const summaryStep = defineStep<{ readonly made: Made | undefined }>({
  id: 'summary',
  version: 2,
  asksModel: true,
  async find(subject, ctx) {
    if (subject.transcriptVersion === null) return { made: undefined, outcome: 'not_applicable' }
    const segments = subject.segments
    const surroundings = surroundingsOf(
      subject.outline.speakers,
      [...subject.outside, ...subject.inside],
      subject.saidOn,
    )
    return make({ segments, surroundings }, ctx)
  },
  async keep(tx, { made }, { id, transcriptVersion }, ctx) {
    if (made !== undefined && transcriptVersion !== null) await keep(tx, ctx, id, transcriptVersion, made, false)
  },
})

async function make(
  material: Material,
  { model, modelFault, aside, signal }: StepContext,
): Promise<{ made: Made } & StepOutcome> {
  if (model === undefined) {
    // An extractive summary is complete: no part of it needs a model.
    const content = await aside.run(extractiveSummaryTask, [material], signal)
    return { made: { content, model: null, fault: modelFault }, outcome: 'complete' }
  }
  const content = await summaryByModel(model, loadSegments(material.segments), material.surroundings, signal)
  return { made: { content, model: model.name, fault: null }, outcome: 'complete', model: model.name }
}
