/** Installation of packages that only some programs need. Each package has a folder with its own lock file. */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Installs the dependencies of a folder, unless they match its lock file.
 * @param purpose what the packages are for, shown while npm runs
 * @throws Error if npm fails
 */
export function installPackage(folder: string, purpose: string): void {
  // npm writes this list at the end of an installation.
  const installed = join(folder, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs)
    return
  process.stderr.write(`Installing ${purpose}, once…\n`)
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`Couldn't install the packages of ${folder}. Check the npm output above.`)
}
