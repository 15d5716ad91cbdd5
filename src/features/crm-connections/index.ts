/**
 * CRM connections: which CRMs an organization works with, and what is read from them.
 *
 * A **connection** is HubSpot, Salesforce or any program that takes signed messages (`http`), with its address and its
 * credentials. Those are kept sealed and never told again; they are sent to the address they were given for and to no
 * other. Every address is a public one, unless the operator allows it.
 *
 * **Reading** makes CRM records of what the CRM has, and gives opportunities their titles. It reads what has changed
 * since it last began, by id and in pages, each stored with where the next one begins. A CRM that cannot answer, or takes
 * no more requests for now, **pauses** the connection: nobody asks it before it may.
 *
 * Writing to a CRM is told in `integrations`.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { createCrmConnection } from './create-crm-connection.ts'
import { deleteCrmConnection } from './delete-crm-connection.ts'
import { getCrmConnection } from './get-crm-connection.ts'
import { listCrmConnections } from './list-crm-connections.ts'
import { syncCrmConnectionJob } from './sync-crm-connection.job.ts'
import { syncCrmConnection } from './sync-crm-connection.ts'
import { testCrmConnection } from './test-crm-connection.ts'
import { updateCrmConnection } from './update-crm-connection.ts'

export { openCrm, pauseConnection } from './connection.ts'
export { canWrite, isFieldName } from './model.ts'
export { holdConnection, selectConnection } from './queries.ts'
export { faultCode } from './schema.ts'

export {
  createCrmConnection,
  deleteCrmConnection,
  getCrmConnection,
  listCrmConnections,
  syncCrmConnection,
  testCrmConnection,
  updateCrmConnection,
}

export const operations: readonly AnyOperation[] = [
  listCrmConnections,
  createCrmConnection,
  getCrmConnection,
  updateCrmConnection,
  deleteCrmConnection,
  testCrmConnection,
  syncCrmConnection,
]

export const jobs: readonly AnyJob[] = [syncCrmConnectionJob]
