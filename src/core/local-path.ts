/** Where somebody wanted to go, as far as we are willing to send them there: a place of our own. */

/** Longer than any address that a browser and a proxy take. */
const PATH_MAX = 8_000

/** Any origin that is not ours: what stays on it has named no other. */
const NOWHERE = 'http://nowhere.invalid'

/**
 * @param given a path with or without a query, from a stranger
 * @returns the same as browsers read it, or undefined when it leads anywhere else: `//evil`, `/\evil`, `https:…`
 */
export function localPath(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > PATH_MAX) return undefined
  // Browsers leave out tabs and line feeds and read backslashes as slashes; no address of ours has any of these.
  if (!given.startsWith('/') || /[\\\p{Cc}]/u.test(given)) return undefined
  const url = URL.parse(given, NOWHERE)
  if (url === null || url.origin !== NOWHERE) return undefined
  const path = url.pathname + url.search
  // `/.//evil` has become `//evil` on the way.
  return path.startsWith('//') ? undefined : path
}
