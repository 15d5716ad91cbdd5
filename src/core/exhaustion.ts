/** What requests are told when something that Parley depends on is full or away. It passes: they may be repeated. */
import { AppError } from './errors.ts'

/** What `Retry-After` says, in seconds, unless something better is known. */
export const RETRY_AFTER_SECONDS = 5
/** Somebody has to free space first. */
const DISK_RETRY_SECONDS = 60

/** @returns seconds, or undefined for errors that a repetition doesn't help */
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

/** Whether an error of the operating system or of PostgreSQL says that a disk, or somebody's quota on it, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** Codes of Node for an operating system that has no file handles or memory left. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** The error a client receives for one of the operating system, wherever it happened; others are returned as they are. */
export function toExhaustion<Fault>(error: Fault): Fault | AppError {
  if (error instanceof AppError) return error
  const known = isDiskFull(error)
    ? diskFull()
    : EXHAUSTED.has(String((error as { code?: unknown } | undefined)?.code))
      ? new AppError('unavailable', 'service_exhausted', 'Service exhausted', [
          { pointer: '', detail: 'The service is temporarily out of resources. Try again in a few seconds.' },
        ])
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
