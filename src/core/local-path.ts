/** Validates redirect targets from requests, so that Parley redirects only to its own pages. */

/** Maximum length, above the URL limits of browsers and proxies. */
const PATH_MAX = 8_000

/** Placeholder origin. A path that stays on it doesn't change the origin. */
const NOWHERE = 'http://nowhere.invalid'

/**
 * @param given a path with an optional query, from an untrusted source
 * @returns the path as browsers parse it, or undefined if it leaves the origin: `//evil`, `/\evil`, `https:…`
 */
export function localPath(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > PATH_MAX) return undefined
  // Browsers remove tabs and line feeds and treat backslashes as slashes. Parley's own paths contain none of them.
  if (!given.startsWith('/') || /[\\\p{Cc}]/u.test(given)) return undefined
  const url = URL.parse(given, NOWHERE)
  if (url === null || url.origin !== NOWHERE) return undefined
  const path = url.pathname + url.search
  // URL parsing turns `/.//evil` into `//evil`.
  return path.startsWith('//') ? undefined : path
}
