/**
 * Resolution of Parley's own modules without the file system. An import names the file with its extension, so its URL
 * follows from the importing file. Node.js would check about two thousand files for existence, symbolic links, and
 * the `package.json` of all folders above them, a sixth of the time that loading takes.
 */
import { type ResolveHookSync, registerHooks } from 'node:module'

const ROOT = new URL('..', import.meta.url).href
/** `.js` in the package, which contains compiled files. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const FORMAT = EXTENSION === '.ts' ? 'module-typescript' : 'module'

/** Resolves relative imports of Parley's modules. Leaves all others to Node.js. */
export const resolveOwn: ResolveHookSync = (specifier, context, next) => {
  const { parentURL } = context
  const isOwn = specifier.startsWith('.') && specifier.endsWith(EXTENSION) && parentURL?.startsWith(ROOT) === true
  if (!isOwn) return next(specifier, context)
  return { url: new URL(specifier, parentURL).href, format: FORMAT, shortCircuit: true }
}

/** Applies to the imports of this thread from now on. */
export const resolveOwnModules = (): void => void registerHooks({ resolve: resolveOwn })
