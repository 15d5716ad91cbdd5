/**
 * Integrations: connections to CRMs, and the export of confirmed field values.
 *
 * A workflow maps fields to CRM properties. An event of a conversation requests a run, and a run writes to the CRM.
 */
export * as crmConnections from './crm-connections/index.ts'
export * as runRequests from './run-requests/index.ts'
export * as runs from './runs/index.ts'
export * as workflows from './workflows/index.ts'
