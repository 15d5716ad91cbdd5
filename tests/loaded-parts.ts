/**
 * Read before the program by a process that a test starts: tells, a line each and as soon as they are seen, which packages
 * the program's own modules import, and which features it reads. What packages import in turn is their own affair.
 */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const OWN = new URL('../src/', import.meta.url).href
const { LOADED_PARTS } = process.env
const seen = new Set<string>()

function partOf(url: string, parent: string | undefined): string | undefined {
  if (parent?.startsWith(OWN) !== true) return undefined
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? /\/src\/(features\/[^/]+\/[^/]+)\//.exec(url)?.[1]
}

// Threads inherit this, and have packages of their own.
if (isMainThread && LOADED_PARTS !== undefined) {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const part = partOf(resolved.url, context.parentURL)
      if (part !== undefined && !seen.has(part)) {
        seen.add(part)
        appendFileSync(LOADED_PARTS, `${part}\n`)
      }
      return resolved
    },
  })
}
