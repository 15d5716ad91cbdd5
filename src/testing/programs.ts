/**
 * Programs of the machine that some tests need. A variable of the environment names one that must be there; without it the
 * PATH is looked through, and where that has none either, the tests that need it are skipped and say so. CI names them all,
 * so that nothing is skipped there.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @param variable of the environment @param names in the order they are looked for */
export function programNamed(variable: string, ...names: string[]): string | undefined {
  const named = process.env[variable]
  if (named) return inPath(named) ?? named
  return names.flatMap((name) => inPath(name) ?? [])[0]
}

function inPath(name: string): string | undefined {
  // Debian's programs for administrators are not in everybody's PATH.
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
