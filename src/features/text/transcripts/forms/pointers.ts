import { TranscriptFault } from '../model.ts'

/** Runs a reader on a part of the value, and adds the location of the part to its faults. */
export function withPointer<T>(pointer: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TranscriptFault)) throw error
    const line = error.line === undefined ? {} : { line: error.line }
    throw new TranscriptFault(error.message, { pointer: `${pointer}${error.pointer ?? ''}`, ...line })
  }
}
