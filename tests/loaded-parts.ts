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

/** Package that an own module imports. */
function packageOf(url: string, parent: string | undefined): string | undefined {
  if (parent?.startsWith(OWN) !== true) return undefined
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
}

const featureOf = (url: string): string | undefined =>
  url.startsWith(OWN) ? /\/src\/(features\/[^/]+\/[^/]+)\//.exec(url)?.[1] : undefined

function report(file: string, part: string | undefined): void {
  if (part === undefined || seen.has(part)) return
  seen.add(part)
  appendFileSync(file, `${part}\n`)
}

// Threads inherit this, and have packages of their own.
if (isMainThread && LOADED_PARTS !== undefined) {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      report(LOADED_PARTS, packageOf(resolved.url, context.parentURL))
      return resolved
    },
    // The program resolves its own modules itself (`own-modules.ts`).
    load(url, context, next) {
      report(LOADED_PARTS, featureOf(url))
      return next(url, context)
    },
  })
}
