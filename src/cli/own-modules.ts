/**
 * Resolution of imports in Parley's own modules without the file system. An import names the file with its extension, so its URL
 * follows from the importing file. Node.js would check about two thousand files for existence, symbolic links, and
 * the `package.json` of all folders above them, a sixth of the time that loading takes.
 */
import { type ResolveHookSync, registerHooks } from 'node:module'

const ROOT = new URL('..', import.meta.url).href
/** `.js` in the package, which contains compiled files. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const FORMAT = EXTENSION === '.ts' ? 'module-typescript' : 'module'

/** Specifier of a package or of a module of a package. */
const PACKAGE = /^[@a-z][\w@./-]*$/
/** Resolved packages. All own modules have the same folders of packages above them. */
const packages = new Map<string, { readonly url: string; readonly format?: string | null | undefined }>()

/** Resolves imports in Parley's modules: of its own modules, of packages and of Node.js. Leaves all others to Node.js. */
export const resolveOwn: ResolveHookSync = (specifier, context, next) => {
  const { parentURL } = context
  if (parentURL?.startsWith(ROOT) !== true || parentURL.includes('/node_modules/', ROOT.length))
    return next(specifier, context)
  if (specifier.startsWith('.') && specifier.endsWith(EXTENSION))
    return { url: joinUrl(parentURL, specifier), format: FORMAT, shortCircuit: true }
  if (specifier.startsWith('node:')) return { url: specifier, format: 'builtin', shortCircuit: true }
  if (!PACKAGE.test(specifier) || !context.conditions.includes('import')) return next(specifier, context)
  const known = packages.get(specifier) ?? next(specifier, context)
  packages.set(specifier, known)
  return { url: known.url, format: known.format, shortCircuit: true }
}

/** Same as `new URL(specifier, parentURL).href` for paths of modules, in a fraction of the time. */
function joinUrl(parentURL: string, specifier: string): string {
  if (/[?#%\\]/.test(parentURL + specifier)) return new URL(specifier, parentURL).href
  let folder = parentURL.slice(0, parentURL.lastIndexOf('/'))
  let path = specifier.startsWith('./') ? specifier.slice(2) : specifier
  while (path.startsWith('../')) {
    path = path.slice(3)
    folder = folder.slice(0, folder.lastIndexOf('/'))
  }
  return path.startsWith('.') || path.includes('/.') || path.includes('//')
    ? new URL(specifier, parentURL).href
    : `${folder}/${path}`
}

/** Applies to the imports of this thread from now on. */
export const resolveOwnModules = (): void => void registerHooks({ resolve: resolveOwn })
