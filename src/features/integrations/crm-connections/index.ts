/**
 * CRM connections: the CRMs of an organization, and the records that Parley reads from them.
 *
 * A **connection** is HubSpot, Salesforce, or any program that receives signed messages (`http`), with its URL and
 * credentials. Credentials are stored encrypted and never returned. They are sent only to the URL that they were
 * entered for. URLs must be public unless the operator allows others.
 *
 * A **sync** stores the CRM's records as CRM records, and sets the titles of opportunities. It reads the changes since
 * the start of the last sync, page by page. Each page is stored with the cursor of the next one. If a CRM is
 * unavailable or limits requests, the connection is **paused**: Parley sends no requests until the pause ends.
 *
 * Feature `integrations` writes to CRMs.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
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
export { lockConnectionShared, selectConnection } from './queries.ts'
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
