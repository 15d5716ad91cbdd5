/** The stored connection as this process uses it. Looks for changes regularly, so that they need no restart. */
import { type ModelSettings, Secret } from '../../core/config.ts'
import type { OwnerDatabase } from '../../core/db.ts'
import { createLoop, type Heartbeats } from '../../core/heartbeat.ts'
import type { LanguageModelPort } from '../../core/language-model.ts'
import type { Log } from '../../core/log.ts'
import { INSTALLATION, type Sealer } from '../../core/sealed.ts'
import { type ConnectionRow, selectConnection } from './connection-rows.ts'
import type { ModelOpener } from './open-model.ts'

/** Interval in which a process looks for a connection that another process changed. */
const REFRESH_MS = 5_000
/** Milliseconds without a look after which the loop counts as stalled. */
const STALL_MS = 60_000
const KEY_PURPOSE = 'language model key'

/** A connection that this process has opened. */
export interface OpenedConnection {
  readonly row: ConnectionRow
  /** Undefined if the key can't be decrypted. */
  readonly settings: ModelSettings | undefined
  readonly port: LanguageModelPort | undefined
}

export interface WatchedConnection {
  /** Connection as of the last look. */
  current(): OpenedConnection | undefined
  /** Looks for a change now. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export interface WatchParts {
  readonly owner: OwnerDatabase
  readonly sealer: Sealer
  readonly heartbeats: Heartbeats
  readonly log: Log
  /** Milliseconds between two looks for a changed connection. */
  readonly refreshMs?: number
}

/** Reads the stored connection and continues to look for changes. */
export async function watchConnection(parts: WatchParts, opener: ModelOpener): Promise<WatchedConnection> {
  const { owner, heartbeats, log, refreshMs = REFRESH_MS } = parts
  let opened: OpenedConnection | undefined
  const closing = new Set<Promise<void>>()

  async function refresh(): Promise<void> {
    const row = await selectConnection(owner)
    if (row?.revision === opened?.row.revision) return
    const previous = opened?.port
    opened = row === undefined ? undefined : openConnection(row, parts, opener)
    if (previous === undefined) return
    // Calls that are running finish with the model they began with.
    const closed = previous.close().finally(() => closing.delete(closed))
    closing.add(closed)
  }

  let isFailing = false
  const loop = createLoop(heartbeats, {
    ...{ name: 'language model connection', everyMs: refreshMs, stallMs: STALL_MS },
    turn: async () => {
      await refresh()
      isFailing = false
    },
    failed: (error) => {
      if (!isFailing) log.warn({ error: error.message }, 'the connected language model could not be read')
      isFailing = true
    },
  })
  await refresh()
  loop.start()
  return {
    current: () => opened,
    refresh,
    async close() {
      await loop.stop()
      await opened?.port?.close()
      await Promise.all(closing)
    },
  }
}

function openConnection(
  row: ConnectionRow,
  { sealer, log }: Pick<WatchParts, 'sealer' | 'log'>,
  { toSettings, open }: ModelOpener,
): OpenedConnection {
  const { provider, name, origin } = row
  let key: Secret | undefined
  try {
    key = openKey(sealer, row.sealed_key)
  } catch {
    // The reason would be about the ciphertext only.
    log.error({ model: name }, 'the stored API key of the language model was encrypted with another secret')
    return { row, settings: undefined, port: undefined }
  }
  const contextTokens = row.context_tokens ?? undefined
  const settings = toSettings({ provider, url: row.url ?? undefined, key, name, contextTokens })
  return { row, settings, port: open(settings, origin) }
}

/** Encrypts the key of a connection. */
export const sealKey = (sealer: Sealer, key: Secret | undefined): string | null =>
  key === undefined ? null : sealer.seal(INSTALLATION, KEY_PURPOSE, key.reveal())

/** @throws Error if the key was encrypted with another secret */
const openKey = (sealer: Sealer, sealed: string | null): Secret | undefined =>
  sealed === null ? undefined : new Secret(sealer.open(INSTALLATION, KEY_PURPOSE, sealed))
