/**
 * Prompts: ready-made tasks that sales people often give to an assistant.
 *
 * Each prompt names the tools to use, in order, and describes the expected result. The user fills in the arguments, with completions for names of
 * calls, customers and colleagues (`assistant/prompt-completions`). The
 * prompts don't read data themselves; the assistant does, with the permissions of the user.
 */
import type { Prompt } from '../../../core/prompt.ts'
import { coachRep } from './coach-rep.ts'
import { followUpMail } from './follow-up-mail.ts'
import { pipelineReview } from './pipeline-review.ts'
import { prepareMeeting } from './prepare-meeting.ts'

export const prompts: readonly Prompt[] = [prepareMeeting, followUpMail, pipelineReview, coachRep]
