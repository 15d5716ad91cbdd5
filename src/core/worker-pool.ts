/**
 * Worker pool for long computations, so that they don't delay other requests. Features define tasks as plain functions.
 * The port runs a task in this thread or in a worker thread, with the same result.
 */

/** A pure function, which can be async. Its arguments and result must support structured cloning. */
export interface WorkerTask<Given extends readonly unknown[], Made> {
  /**
   * URL of the module that exports the function under its own name. A worker thread loads this module and its imports.
   */
  readonly url: string
  readonly name: string
  readonly work: (...given: Given) => Made | Promise<Made>
  /** Whether the task is too short for a worker thread, so that it runs in this one. */
  readonly isShort: (...given: Given) => boolean
}

/** Maximum resources of a task. */
export interface WorkerTaskLimits {
  readonly milliseconds: number
  readonly heapMegabytes: number
}

/** Error of a task that exceeded its time or memory limit, or whose thread ended. The outcome is unknown. */
export class WorkerTaskError extends Error {
  override readonly name = 'WorkerTaskError'
  /** Limits that the task exceeded. Undefined if its thread ended for another reason. */
  readonly exceeded: WorkerTaskLimits | undefined
  constructor(message: string, exceeded?: WorkerTaskLimits) {
    super(message)
    this.exceeded = exceeded
  }
}

export interface WorkerPool {
  /**
   * Runs a task. Organizations take turns, and there are as many tasks at a time as threads.
   * @throws the function's error, with the same name and message
   * @throws WorkerTaskError if the task was stopped
   * @throws the reason of the signal, also while the task waits
   */
  run<Given extends readonly unknown[], Made>(
    piece: WorkerTask<Given, Made>,
    given: Given,
    signal: AbortSignal | undefined,
  ): Promise<Made>
}

/** @param url `import.meta.url` of the module that exports the function */
export function defineWorkerTask<Given extends readonly unknown[], Made>(
  url: string,
  work: (...given: Given) => Made | Promise<Made>,
  isShort: (...given: Given) => boolean,
): WorkerTask<Given, Made> {
  return { url, name: work.name, work, isShort }
}
