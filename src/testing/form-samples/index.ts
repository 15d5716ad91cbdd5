/** Samples of transcript forms, written from one invented conversation, with the judge of what readers make of them. */
import { CALL_SAMPLES_1 } from './calls-1.ts'
import { CALL_SAMPLES_2 } from './calls-2.ts'
import { MEETING_SAMPLES_1 } from './meetings-1.ts'
import { MEETING_SAMPLES_2 } from './meetings-2.ts'
import { MEETING_SAMPLES_3 } from './meetings-3.ts'
import type { Sample } from './sample.ts'
import { SPEECH_SAMPLES_1 } from './speech-1.ts'
import { SPEECH_SAMPLES_2 } from './speech-2.ts'
import { SPEECH_SAMPLES_3 } from './speech-3.ts'
import { TEXT_SAMPLES_1 } from './texts-1.ts'
import { TEXT_SAMPLES_2 } from './texts-2.ts'
import { TEXT_SAMPLES_3 } from './texts-3.ts'

export { isRight, judge, type Verdict } from './judge.ts'
export { createRandom, MUTATIONS, type Mutant, type Mutation, mutate } from './mutate.ts'
export { createPen } from './pen.ts'
export { REFUSALS } from './refusals.ts'
export { json, type Sample } from './sample.ts'
export { createTruth } from './truth.ts'

export const SAMPLES: readonly Sample[] = [
  ...TEXT_SAMPLES_1,
  ...TEXT_SAMPLES_2,
  ...TEXT_SAMPLES_3,
  ...SPEECH_SAMPLES_1,
  ...SPEECH_SAMPLES_2,
  ...SPEECH_SAMPLES_3,
  ...MEETING_SAMPLES_1,
  ...MEETING_SAMPLES_2,
  ...MEETING_SAMPLES_3,
  ...CALL_SAMPLES_1,
  ...CALL_SAMPLES_2,
]
