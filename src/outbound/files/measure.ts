/** Shared parts of all file stores: allowed names, and a size limit for streams. */
import { Transform } from 'node:stream'
import { tooLarge } from '../../core/errors.ts'

/** At most four folders deep. No part starts with a dot, so names can't leave the folder or be hidden. */
const NAME = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}\/){1,4}[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

/** @throws Error for an invalid name. Features create names, so this is a defect and not an error of a caller. */
export function checkFileName(name: string): string {
  if (!NAME.test(name)) throw new Error('A file name can contain only letters, digits, ".", "_", "-" and "/".')
  return name
}

/** Passes data through and reports each chunk. Fails when the size exceeds `max`. */
export function measureStream(max: number, show: (chunk: Buffer) => void): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > max) {
        done(tooLarge(`The file is larger than the maximum of ${max} bytes.`))
        return
      }
      show(chunk)
      done(null, chunk)
    },
  })
}
