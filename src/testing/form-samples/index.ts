/** Samples of transcript forms, written from one invented conversation, with the judge of what readers make of them. */
import { CALL_SAMPLES } from './calls.ts'
import { MEETING_SAMPLES } from './meetings.ts'
import type { Sample } from './sample.ts'
import { SPEECH_SAMPLES } from './speech.ts'
import { TEXT_SAMPLES } from './texts.ts'

export { isRight, judge, type Verdict } from './judge.ts'
export { createRandom, MUTATIONS, type Mutant, type Mutation, mutate } from './mutate.ts'
export { createPen } from './pen.ts'
export { REFUSALS } from './refusals.ts'
export { json, type Sample } from './sample.ts'
export { createTruth } from './truth.ts'

export const SAMPLES: readonly Sample[] = [...TEXT_SAMPLES, ...SPEECH_SAMPLES, ...MEETING_SAMPLES, ...CALL_SAMPLES]
