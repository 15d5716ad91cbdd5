/** Files of the npm package: JavaScript in place of the sources, and a `package.json` without what only developers need. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/** Copied unchanged. */
const COPIED = [
  ...['bin', 'migrations', 'tools/node/package.json', 'tools/node/package-lock.json'],
  ...['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', '.env.example'],
]
/** Relative module paths in imports and in the URLs of worker threads. */
const MODULE_PATH = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g

interface Manifest {
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/**
 * Writes the contents of the package to an empty folder. Sources keep their places below `src/`, because they find
 * migrations, weights and texts by relative paths.
 */
export function stagePackage(home: string, staged: string): void {
  for (const name of COPIED) cpSync(join(home, name), join(staged, name), { recursive: true })
  const sources = join(home, 'src')
  for (const path of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    const source = join(sources, path)
    if (!isShipped(path) || !existsSync(source)) continue
    const target = join(staged, 'src', path)
    mkdirSync(dirname(target), { recursive: true })
    if (isCompiled(path)) writeFileSync(target.replace(/\.ts$/, '.js'), compile(source))
    else copyFileSync(source, target)
  }
  const manifest: Manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(toPackageManifest(manifest), null, 2)}\n`)
  copyFileSync(join(home, 'package-lock.json'), join(staged, 'package-lock.json'))
}

/** Removes source maps and declarations of installed packages, which no program reads while it runs. */
export function removeUnusedFiles(modules: string): void {
  for (const path of readdirSync(modules, { recursive: true, encoding: 'utf8' }))
    if (/\.(map|d\.[cm]?ts)$/.test(path)) rmSync(join(modules, path), { force: true })
}

const isShipped = (path: string): boolean =>
  /\.\w+$/.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.d.ts') && !path.startsWith('testing')

/** Modules for browsers keep their types, which the service strips when it reads them. */
const isCompiled = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.browser.ts')

/** Replaces types by spaces, so that lines and columns of stack traces are those of the sources. */
function compile(source: string): string {
  const code = stripTypeScriptTypes(readFileSync(source, 'utf8'), { mode: 'strip' })
  return code.replace(MODULE_PATH, (path, quote: string, name: string) =>
    isCompiled(`${name}.ts`) && existsSync(join(dirname(source), `${name}.ts`)) ? `${quote}${name}.js${quote}` : path,
  )
}

/**
 * npm installs optional dependencies by default, and those of models in folders have 330 MB. As optional peers, they are
 * only installed by `parley models add`.
 */
function toPackageManifest(manifest: Manifest): object {
  const { scripts: _scripts, devDependencies: _dev, allowScripts: _allow, optionalDependencies, ...kept } = manifest
  return {
    ...kept,
    bundleDependencies: true,
    peerDependencies: optionalDependencies,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(optionalDependencies).map((name) => [name, { optional: true }]),
    ),
  }
}
