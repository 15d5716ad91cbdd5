/** Pieces of work, done one after the other in a thread that may be ended at any moment. */
import { parentPort } from 'node:worker_threads'
import { giveWay } from './give-way.ts'

export interface Task {
  readonly url: string
  readonly name: string
  readonly given: readonly unknown[]
}

export type Told =
  | { readonly made: unknown }
  | { readonly error: { readonly name: string; readonly message: string; readonly stack: string | undefined } }

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

giveWay()
parentPort?.on('message', (task: Task) => void tell(task))
