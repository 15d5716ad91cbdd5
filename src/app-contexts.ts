/** Contexts of requests and jobs: the ports of an organization, with its redaction rules for models. */
import type { RequestSource } from './core/audit.ts'
import type { Store } from './core/db.ts'
import type { Embedding } from './core/embedding.ts'
import type { JobContext } from './core/jobs.ts'
import type { LanguageModel, ModelCall } from './core/language-model.ts'
import { type Context, createContext, type SharedPorts } from './core/operation.ts'
import type { OrganizationId, Principal } from './core/principal.ts'
import { recordAudit } from './features/platform/audit/index.ts'
import { recordModelCall } from './features/platform/model-calls/index.ts'
import { findForModels, redactingEmbedding, redactingModel } from './features/text/redaction/index.ts'

export interface Contexts {
  /** Context of a job, which has no caller. */
  readonly withoutCaller: (org: OrganizationId) => Omit<JobContext, 'signal'>
  /** @param source origin of an external request */
  readonly contextFor: (principal: Principal, source?: RequestSource) => Context
}

export function createContexts({
  shared,
  store,
  embedding,
  models,
}: {
  readonly shared: SharedPorts
  readonly store: Store
  readonly embedding: Embedding
  readonly models: { bind(record: (call: ModelCall) => Promise<void>): LanguageModel | undefined }
}): Contexts {
  /** Redaction rules for models. Read for each call, because they can change. */
  const createRulesLoader = (org: OrganizationId) => () => findForModels(store.of(org).read, org)
  const embeddingFor = (org: OrganizationId) => redactingEmbedding(embedding, createRulesLoader(org))
  const modelFor = (org: OrganizationId, userId?: string): LanguageModel | undefined => {
    const model = models.bind((call) => recordModelCall(store.of(org), org, call, userId))
    return model === undefined ? undefined : redactingModel(model, createRulesLoader(org))
  }
  const withoutCaller = (org: OrganizationId): Omit<JobContext, 'signal'> => {
    const { read, openReader, transact, transactBatch } = store.of(org)
    const asked = { model: modelFor(org), modelFor: (userId: string) => modelFor(org, userId) }
    const embedding = embeddingFor(org)
    const writing = { transact, transactUnaudited: transact, transactBatch }
    return { ...shared, ...asked, ...writing, embedding, org, db: read, openReader }
  }
  const contextFor = (principal: Principal, source?: RequestSource): Context =>
    createContext(
      principal,
      store.of(principal.organizationId),
      {
        ...shared,
        embedding: embeddingFor(principal.organizationId),
        audit: recordAudit,
        model: modelFor(principal.organizationId, principal.user?.id),
      },
      source,
    )
  return { withoutCaller, contextFor }
}
