/**
 * Prompts: tasks that sales people often give an assistant, written out once and well.
 *
 * Each names the tools it takes, in their order, and says what is to come of it; the person who picks it fills in whom or
 * what it is about. Nothing here reads anything: the assistant does, with the rights of the person.
 */
import type { Prompt } from '../../core/prompt.ts'
import { coachRep } from './coach-rep.ts'
import { followUpMail } from './follow-up-mail.ts'
import { pipelineReview } from './pipeline-review.ts'
import { prepareMeeting } from './prepare-meeting.ts'

export const prompts: readonly Prompt[] = [prepareMeeting, followUpMail, pipelineReview, coachRep]
