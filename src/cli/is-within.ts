/** Paths inside of a folder, such as the data folder, whose content every backup contains. */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

/**
 * Whether a path is in a folder or is the folder itself, after resolving symbolic links. The last parts of the path needn't
 * exist.
 */
export async function isWithin(folder: string, path: string): Promise<boolean> {
  const [outer, inner] = await Promise.all([resolveLinks(folder), resolveLinks(path)])
  const between = relative(outer, inner)
  return between !== '..' && !between.startsWith(`..${sep}`)
}

/** Absolute path without symbolic links in the parts that exist. */
async function resolveLinks(path: string): Promise<string> {
  const absolute = resolve(path)
  const real = await realpath(absolute).catch(() => undefined)
  if (real !== undefined) return real
  const parent = dirname(absolute)
  return parent === absolute ? absolute : join(await resolveLinks(parent), basename(absolute))
}
