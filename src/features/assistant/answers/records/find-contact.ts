/** Finds the request of a service contact, and its answer, in a transcript. */
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import {
  findServiceContact,
  type ServiceContact,
  splitTranscriptSentences,
} from '../../../text/extractive-summary/index.ts'
import { cutSegments } from '../../../text/passages/index.ts'
import { isShortInput, type SegmentsInput } from '../../../text/transcripts/index.ts'

export const findContact = (segments: SegmentsInput): ServiceContact | undefined =>
  findServiceContact(splitTranscriptSentences(cutSegments(segments)))

export const contactTask = defineWorkerTask(import.meta.url, findContact, isShortInput)
