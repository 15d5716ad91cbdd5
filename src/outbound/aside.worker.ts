/** Pieces of work, done one after the other in a thread that may be ended at any moment. */
import { existsSync, readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'

export interface Task {
  readonly url: string
  readonly name: string
  readonly given: readonly unknown[]
}

export type Told =
  | { readonly made: unknown }
  | { readonly error: { readonly name: string; readonly message: string; readonly stack: string | undefined } }

/** Nice values: a third of the share that others have, and the end of the scale. */
const GIVES_WAY = 5
const LEAST_PRIORITY = 19

async function tell({ url, name, given }: Task): Promise<void> {
  try {
    // A module is loaded once, with the first piece that wants it.
    const { [name]: work } = (await import(url)) as Record<string, unknown>
    if (typeof work !== 'function') throw new TypeError(`There is no function ${name} in ${url}.`)
    // In here, since not everything that a function may make can be sent.
    parentPort?.postMessage({ made: work(...given) } satisfies Told)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const { name: kind, message, stack } = error
    parentPort?.postMessage({ error: { name: kind, message, stack } } satisfies Told)
  }
}

/** Where cores are scarce, who waits for an answer goes first. Linux lets a thread alone give way, by its own number. */
function giveWay(): void {
  const own = '/proc/thread-self'
  if (process.platform !== 'linux' || !existsSync(own)) return
  const thread = Number(basename(readlinkSync(own)))
  setPriority(thread, Math.min(LEAST_PRIORITY, getPriority(thread) + GIVES_WAY))
}

giveWay()
parentPort?.on('message', (task: Task) => void tell(task))
