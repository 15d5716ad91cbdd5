/** What every store of files has in common: which names there are, and a limit that holds while bytes pass. */
import { Transform } from 'node:stream'
import { tooLarge } from '../core/errors.ts'

/** At most four folders deep; a part never begins with a dot, so that nothing leads out or is hidden. */
const NAME = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}\/){1,4}[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

/** @throws Error when it is none: names are made by features, so this is a mistake of theirs and not of a caller. */
export function checkFileName(name: string): string {
  if (!NAME.test(name)) throw new Error('This is not a name of a file: letters, digits, ".", "_", "-" and "/".')
  return name
}

/** Passes bytes on and shows them; fails as soon as there are more than `max`. */
export function measured(max: number, show: (chunk: Buffer) => void): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > max) {
        done(tooLarge(`The file is larger than ${max} bytes.`))
        return
      }
      show(chunk)
      done(null, chunk)
    },
  })
}
