/**
 * Errors for a full disk, an unavailable dependency or a stopped computation. Clients may repeat the request, unless it
 * exceeded the limits of a computation.
 */
import { AppError } from './errors.ts'
import { WorkerTaskError } from './worker-pool.ts'

/** Default of `Retry-After`, in seconds. */
export const RETRY_AFTER_SECONDS = 5
/** Longer, because somebody has to free disk space first. */
const DISK_RETRY_SECONDS = 60

/** @returns seconds, or undefined for errors that a retry doesn't fix */
export function getRetryAfter(error: unknown): number | undefined {
  if (!(error instanceof AppError)) return undefined
  if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds
  if (error.kind === 'insufficient_storage') return DISK_RETRY_SECONDS
  return error.kind === 'unavailable' ? RETRY_AFTER_SECONDS : undefined
}

export const diskFull = (): AppError =>
  new AppError('insufficient_storage', 'disk_full', 'Disk full', [
    {
      pointer: '',
      detail:
        'The disk of the service is full, and nothing was stored. Reading still works. Ask the operator to free disk space, then try again.',
    },
  ])

/** Whether an error of the operating system or PostgreSQL means that a disk or a disk quota is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** Error codes of Node.js for an operating system without free file handles or memory. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** Error for a computation of a request that was stopped. Repeating it helps only if it didn't exceed its limits. */
function toTaskFault({ exceeded }: WorkerTaskError): AppError {
  if (exceeded === undefined) {
    return new AppError('unavailable', 'computation_interrupted', 'Computation interrupted', [
      { pointer: '', detail: 'The computation for the request was interrupted. Try again in a few seconds.' },
    ])
  }
  const seconds = Math.round(exceeded.milliseconds / 1_000)
  return new AppError('too_large', 'content_too_large', 'Content too large', [
    {
      pointer: '',
      detail: `The computation for the request exceeded its limits. Maximum ${seconds} seconds and ${exceeded.heapMegabytes} MB of memory. Use a shorter transcript or fewer calls.`,
    },
  ])
}

/** Converts an operating system error, or a stopped computation, to the error that clients receive. Other errors are returned unchanged. */
export function toExhaustion<Fault>(error: Fault): Fault | AppError {
  if (error instanceof AppError) return error
  const known = isDiskFull(error)
    ? diskFull()
    : EXHAUSTED.has(String((error as { code?: unknown } | undefined)?.code))
      ? new AppError('unavailable', 'service_exhausted', 'Service exhausted', [
          { pointer: '', detail: 'The service is temporarily out of resources. Try again in a few seconds.' },
        ])
      : error instanceof WorkerTaskError
        ? toTaskFault(error)
        : undefined
  if (known === undefined) return error
  known.cause = error
  return known
}

export const filesUnavailable = (cause?: unknown): AppError => {
  const error = new AppError('unavailable', 'files_unavailable', 'Files unavailable', [
    { pointer: '', detail: "The file store isn't available. Try again in a few seconds." },
  ])
  error.cause = cause
  return error
}
