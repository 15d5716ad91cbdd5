/** The only list of features: every operation that doors bind and documents describe, and every job. */
import type { AnyJob } from './core/jobs.ts'
import type { AnyOperation } from './core/operation.ts'
import * as conversations from './features/conversations/index.ts'
import * as crm from './features/crm/index.ts'
import * as identity from './features/identity/index.ts'
import * as mail from './features/mail/index.ts'

export const operations: readonly AnyOperation[] = [
  ...conversations.operations,
  ...crm.operations,
  ...identity.operations,
]

export const jobs: readonly AnyJob[] = [...mail.jobs]
