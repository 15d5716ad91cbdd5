/** Worker thread that runs tasks one after the other, and can be terminated at any time. */
import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from './thread-priority.ts'

export interface WorkerCall {
  readonly url: string
  readonly name: string
  readonly given: readonly unknown[]
}

export type WorkerReply =
  | { readonly made: unknown }
  | { readonly error: { readonly name: string; readonly message: string; readonly stack: string | undefined } }

async function runAndReply({ url, name, given }: WorkerCall): Promise<void> {
  try {
    // A module is loaded once, with its first task.
    const { [name]: work } = (await import(url)) as Record<string, unknown>
    if (typeof work !== 'function') throw new TypeError(`The module ${url} has no function ${name}.`)
    // Posted inside `try`, because some results can't be cloned.
    parentPort?.postMessage({ made: await work(...given) } satisfies WorkerReply)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const { name: kind, message, stack } = error
    parentPort?.postMessage({ error: { name: kind, message, stack } } satisfies WorkerReply)
  }
}

lowerThreadPriority()
parentPort?.on('message', (task: WorkerCall) => void runAndReply(task))
