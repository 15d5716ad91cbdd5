/**
 * Deliveries of sources: the log of everything that arrived at the addresses of sources.
 *
 * A **delivery** is verified and stored before it is acknowledged: headers without secrets, and the body, encrypted. A
 * job reads which calls it announces. A repetition with the same ID is acknowledged and counted, and changes nothing.
 * Refused deliveries are stored without their body, at most 100 for each source.
 *
 * A stored delivery can be **replayed**: it is read again, and calls that aren't imported yet are tried again. A body
 * that contains a transcript is deleted after the import, because the conversation has it then. Everything else is
 * deleted after 30 days.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { cleanUpSourceDeliveries } from './clean-up-source-deliveries.job.ts'
import { getSourceDelivery } from './get-source-delivery.ts'
import { listSourceDeliveries } from './list-source-deliveries.ts'
import { readSourceDelivery } from './read-source-delivery.job.ts'
import { replaySourceDelivery } from './replay-source-delivery.ts'

export { createReceiver, type DeliveryAnswer, type DeliveryReceiver, type IncomingDelivery } from './receive.ts'
export { getSourceDelivery, listSourceDeliveries, replaySourceDelivery }

export const operations: readonly AnyOperation[] = [listSourceDeliveries, getSourceDelivery, replaySourceDelivery]

export const jobs: readonly AnyJob[] = [readSourceDelivery, cleanUpSourceDeliveries]
