/**
 * `npm run package`: builds the npm package of Parley in `dist/`, a tarball that runs outside a clone. With `--stage`, it
 * only builds the folder `dist/package`, which the image contains.
 *
 * Node.js doesn't strip types from files in `node_modules`, so the package contains JavaScript instead of the sources. It
 * bundles its dependencies, so that an installation has the tested versions and needs no registry.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeUnusedFiles, stagePackage } from './package/stage.ts'

const home = fileURLToPath(new URL('..', import.meta.url))
const out = join(home, 'dist')

/** @returns path of the folder */
function stage(): string {
  const staged = join(out, 'package')
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(staged, { recursive: true })
  stagePackage(home, staged)
  runNpm(staged, ['install', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'])
  removeUnusedFiles(join(staged, 'node_modules'))
  return staged
}

/** @returns path of the tarball */
export function buildPackage(): string {
  const staged = stage()
  // Only the last line of the output names the file.
  const file = runNpm(staged, ['pack', '--ignore-scripts', '--pack-destination', out]).trim().split('\n').at(-1) ?? ''
  return join(out, file)
}

function runNpm(folder: string, args: string[]): string {
  const { status, stdout } = spawnSync('npm', [...args, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  })
  if (status !== 0) throw new Error(`npm ${args[0]} failed with exit status ${status}. Its output is above.`)
  return stdout
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${process.argv.includes('--stage') ? stage() : buildPackage()}\n`)
}
