// Installation of packages: which of them a program needs, whether they are there, and how npm adds them. It is plain
// JavaScript, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const home = fileURLToPath(new URL('..', import.meta.url))

/** Whether this is the npm package, which contains JavaScript, instead of a clone (`scripts/package.ts`). */
export const isPackage = !existsSync(join(home, 'src', 'main.ts'))

/** The first version with `crypto.argon2`, which hashes passwords. */
const NODE_MINIMUM = [24, 7]
const nodeHome = join(home, 'tools', 'node')
const NODE_PACKAGE = 'node_modules/node'

/** Path of a Node.js that runs Parley: the one of this process, or the one in `tools/node` if that is too old. */
export const node = isSupported(process.version)
  ? process.execPath
  : join(nodeHome, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Sets of packages. Each one contains the ones before it. */
const SETS = {
  production: { options: ['--omit=dev', '--omit=optional'], notice: 'Installing packages…' },
  models: { options: ['--omit=dev', '--include=optional'], notice: 'Installing the packages of models in folders…' },
  development: {
    options: ['--include=dev', '--include=optional'],
    notice: 'Installing development packages, once, for tests, checks and benchmarks…',
  },
}
const ORDER = Object.keys(SETS)

/**
 * Whether `node_modules` contains a set of packages in the versions of `package-lock.json`. npm lists what it installed in
 * a lock file of its own, so that an installation by `npm ci` counts too. That file also lists packages that were deleted
 * afterwards, so their folders must exist. Optional packages don't count, because npm omits them on platforms that they
 * aren't made for.
 */
export function isInstalled(set) {
  const { wanted, installed } = readLocks()
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !isRequired(entry, set) || (installed[path]?.version === entry.version && existsSync(join(home, path))),
  )
}

/**
 * Installs a set of packages, or a larger one of which packages are there already: npm would remove them.
 * @throws Error if npm fails; its output is on stderr
 */
export async function install(set) {
  if (isPackage) return installPeers(SETS[set].notice)
  const present = findPresentSet()
  const { options, notice } = SETS[ORDER.indexOf(present) > ORDER.indexOf(set) ? present : set]
  process.stderr.write(`${notice}\n`)
  await runNpm(home, options)
}

/** Whether `node` exists, in the version of the lock file. */
export function isNodeInstalled() {
  if (node === process.execPath) return true
  const { wanted, installed } = readLocks(nodeHome)
  return installed[NODE_PACKAGE]?.version === wanted[NODE_PACKAGE].version && existsSync(node)
}

/** Installs Node.js in `tools/node`. @throws Error if npm fails; its output is on stderr */
export async function installNode() {
  const { version } = readLocks(nodeHome).wanted[NODE_PACKAGE]
  process.stderr.write(
    `Parley requires Node.js ${NODE_MINIMUM.join('.')}. Installing Node.js ${version} in tools/node…\n`,
  )
  await runNpm(nodeHome, [])
}

/** Adds the optional peers of the npm package, which are the packages of models in folders. */
async function installPeers(notice) {
  const { peerDependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  process.stderr.write(`${notice}\n`)
  const peers = Object.entries(peerDependencies).map(([name, version]) => `${name}@${version}`)
  await runNpm(home, ['--omit=dev', ...peers])
}

function isSupported(version) {
  const [major, minor] = version.slice(1).split('.').map(Number)
  return major > NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor >= NODE_MINIMUM[1])
}

function findPresentSet() {
  const { wanted, installed, optional } = readLocks()
  if (Object.entries(wanted).some(([path, { dev }]) => dev && installed[path] !== undefined)) return 'development'
  return optional.some((name) => installed[`node_modules/${name}`] !== undefined) ? 'models' : 'production'
}

function isRequired({ link, dev, optional, devOptional, peer }, set) {
  return !(link || optional || devOptional || peer) && (!dev || set === 'development')
}

/**
 * Runs `npm install` in a folder. It isn't `npm ci`, which rejects a lock file without binaries for platforms that a
 * registry doesn't have (npm/cli issue 9846).
 */
async function runNpm(folder, options) {
  const args = ['install', '--no-save', ...options, '--no-audit', '--no-fund', '--loglevel=error']
  // The output of npm goes to stderr, because stdout is for the output of the command.
  const npm = spawn('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
  const status = await new Promise((resolve, reject) => npm.on('error', reject).on('exit', resolve))
  if (status !== 0) throw new Error("Couldn't install the packages. Check the npm output above.")
}

/** Packages by their paths: those of `package-lock.json`, and those in `node_modules`; names of optional packages. */
function readLocks(folder = home) {
  const { '': root, ...wanted } = readLock(join(folder, 'package-lock.json'))
  const installed = readLock(join(folder, 'node_modules', '.package-lock.json'))
  return { wanted, installed, optional: Object.keys(root?.optionalDependencies ?? {}) }
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}

// `node bin/install.mjs models`, which `parley models add` runs.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await install(process.argv[2])
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
