/**
 * The language model of this installation: from the environment, or connected by an operator or admin. The environment
 * has precedence: a connection can be stored then, but isn't used.
 */
import type { Config, ModelSettings } from '../../core/config.ts'
import type { LanguageModel, ModelCall } from '../../core/language-model.ts'
import type { ConnectedModel, ModelConnections } from '../../core/model-connection.ts'
import { countOrganizations, deleteConnection, upsertConnection } from './connection-rows.ts'
import { guardServerFetch } from './guarded-fetch.ts'
import { createLanguageModel } from './language-model.ts'
import { createModelOpener, isGuarded, type ModelOpener, type OpenerParts } from './open-model.ts'
import { findLocalServers, inspectServer } from './servers.ts'
import { type OpenedConnection, sealKey, type WatchParts, watchConnection } from './watch-connection.ts'

export interface ConnectionParts extends OpenerParts, WatchParts {
  readonly config: Pick<Config, 'model' | 'isModelInEnvironment' | 'modelCalls'>
}

export interface OpenModelConnections extends ModelConnections {
  /** The connected model for calls, as of the last look. */
  bind(record: (call: ModelCall) => Promise<void>): LanguageModel | undefined
  /** Settings of the connected model, as of the last look. */
  settings(): ModelSettings | undefined
  close(): Promise<void>
}

/** Opens the model of the environment, or the connected one. */
export async function openModelConnections(parts: ConnectionParts): Promise<OpenModelConnections> {
  const { owner, config, sealer, fetchPublic, clock, log, signals } = parts
  const own = config.model === undefined ? undefined : createLanguageModel(config.model, { clock, log, signals })
  const opener = createModelOpener(parts)
  const watched = config.isModelInEnvironment ? undefined : await watchConnection(parts, opener)
  return {
    isFromEnvironment: config.isModelInEnvironment,
    bind: (record) => (own ?? watched?.current()?.port)?.of(record),
    settings: () => config.model ?? watched?.current()?.settings,
    findLocal: (signal) => findLocalServers(signal),
    inspect: (address, origin, signal) =>
      inspectServer(address, {
        signal,
        ...(isGuarded(address.url, origin) ? { fetch: guardServerFetch(fetchPublic) } : {}),
      }),
    isAllowed: async (url, origin) => !isGuarded(url, origin) || (await fetchPublic.refusalOf(url)) === undefined,
    openTrial: opener.openTrial,
    async connected() {
      if (config.model !== undefined) return describeEnvironment(config.model)
      await watched?.refresh()
      const current = watched?.current()
      return current === undefined ? undefined : describeConnection(current, opener)
    },
    async connect(choice, origin) {
      const { name, server } = choice
      await upsertConnection(owner, choice, { sealedKey: sealKey(sealer, choice.key), origin, at: clock.now() })
      log.info({ model: name, server, origin }, 'language model connected')
      await watched?.refresh()
    },
    async disconnect() {
      const wasConnected = await deleteConnection(owner)
      if (wasConnected) log.info({}, 'language model disconnected')
      await watched?.refresh()
      return wasConnected
    },
    countOrganizations: () => countOrganizations(owner),
    async close() {
      await own?.close()
      await watched?.close()
    },
  }
}

const describeEnvironment = ({ provider, url, key, name, contextTokens }: ModelSettings): ConnectedModel => ({
  ...{ provider, url, name, contextTokens, hasKey: key !== undefined, origin: 'environment', isUsable: true },
  ...{ server: provider === 'anthropic' ? 'anthropic' : 'other', connectedAt: undefined },
})

function describeConnection({ row, settings }: OpenedConnection, { toSettings }: ModelOpener): ConnectedModel {
  const { provider, server, name, origin } = row
  const contextTokens = row.context_tokens ?? undefined
  return {
    ...{ provider, server, name, origin, url: row.url ?? undefined, hasKey: row.sealed_key !== null },
    contextTokens: toSettings({ provider, name, contextTokens }).contextTokens,
    connectedAt: new Date(row.connected_at),
    isUsable: settings !== undefined,
  }
}
