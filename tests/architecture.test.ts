import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findForbiddenImports, readImportGraph } from './import-graph.ts'
import { EXCLUDED, forbidden } from './import-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A guard that sees nothing must fail. */
const MODULES_AT_LEAST = 2_000

/** For each rule, a file that breaks it by an import, or by none. `*` is the name of the rule. */
const BREACHES = [
  ['core-stands-alone', 'src/core/*.ts', '../features/accounts/teams/index.ts'],
  ['features-stand-on-core', 'src/features/accounts/teams/*.ts', '../../../app.ts'],
  ['domains-in-order', 'src/features/text/passages/*.ts', '../../search/knowledge-base/index.ts'],
  ['features-in-domains', 'src/features/crm/*.ts', '../../core/db.ts'],
  ['domains-meet-in-the-catalog', 'src/cli/*.ts', '../features/accounts/index.ts'],
  ['features-meet-at-the-index', 'src/features/accounts/teams/*.ts', '../identity/queries.ts'],
  ['doors-know-no-feature', 'src/inbound/http/*.ts', '../../features/accounts/teams/index.ts'],
  ['pages-see-faces', 'src/pages/labels/*.ts', '../../features/conversations/labels/queries.ts'],
  ['only-the-doors-see-pages', 'src/inbound/web/*.ts', '../../pages/index.ts'],
  ['browsers-get-what-is-theirs', 'src/pages/labels/*.browser.ts', '../components/table.ts'],
  ['the-command-line-sees-faces', 'src/cli/*.ts', '../features/accounts/teams/model.ts'],
  ['the-demo-asks-like-everybody', 'src/demo/*.ts', '../features/accounts/teams/queries.ts'],
  ['only-the-command-line-knows-the-demo', 'src/features/accounts/teams/*.ts', '../../../demo/index.ts'],
  ['outbound-implements-core', 'src/outbound/*.ts', '../features/accounts/teams/index.ts'],
  ['only-app-wires-outbound', 'src/cli/*.ts', '../outbound/database/backup.ts'],
  ['sql-lives-in-queries', 'src/features/accounts/teams/*.ts', 'kysely'],
  ['no-test-code-in-product', 'src/features/accounts/teams/*.ts', '../../../testing/call.ts'],
  ['nothing-unresolved', 'src/features/accounts/teams/*.ts', './nowhere.ts'],
  ['no-cycle', 'src/features/accounts/teams/*.ts', './*.ts'],
  ['no-orphan', 'src/features/accounts/teams/*.ts', undefined],
  ['acceptance-is-a-black-box', 'acceptance/*.ts', '../src/app.ts'],
] as const

/** Writes a tree with a file for each rule. */
async function writeBreaches(tree: string): Promise<void> {
  const put = async (path: string, source: string) => {
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await writeFile(join(tree, path), source)
  }
  for (const [rule, file, imported] of BREACHES) {
    if (imported?.startsWith('.') && rule !== 'nothing-unresolved' && rule !== 'no-cycle') {
      await put(join(dirname(file), imported), 'export const b = 1')
    }
  }
  for (const [rule, file, imported] of BREACHES) {
    const source =
      imported === undefined
        ? 'export const a = 1'
        : `import type { b } from '${imported.replace('*', rule)}'\nexport type A = typeof b`
    await put(file.replace('*', rule), source)
  }
}

describe('the import rules', () => {
  it('hold over the whole tree', () => {
    const graph = readImportGraph(root, ['src', 'tests', 'scripts', 'bench', 'acceptance'], EXCLUDED)
    expect(graph.modules.length).toBeGreaterThan(MODULES_AT_LEAST)
    expect(graph.edges.length).toBeGreaterThan(MODULES_AT_LEAST)
    expect(findForbiddenImports(graph, forbidden)).toEqual([])
  })

  // Each rule is seen to fire in a tree that breaks it, or it would prove nothing.
  it('fire where they are broken, each of them', async () => {
    const tree = await mkdtemp(join(tmpdir(), 'parley-rules-'))
    try {
      await writeBreaches(tree)
      const rules = findForbiddenImports(readImportGraph(tree, ['src', 'acceptance']), forbidden)
      const fired = (rule: string, file: string) => rules.some((one) => one.startsWith(`${rule}: ${file} → `))
      expect(BREACHES.filter(([rule, file]) => !fired(rule, file.replace('*', rule)))).toEqual([])
    } finally {
      await rm(tree, { recursive: true })
    }
  })

  it('find circles of any length, and nothing in a chain', () => {
    const circularIn = (...paths: readonly string[]) => {
      const edges = paths.flatMap((path) => {
        const files = [...path].map((name) => `src/${name}.ts`)
        return files.slice(1).map((to, at) => ({ from: files[at] ?? '', to, isResolved: true }))
      })
      const modules = [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
      return findForbiddenImports({ modules, edges }, [{ name: 'circle', from: {}, to: { circular: true } }]).length
    }
    expect(circularIn('abcd', 'acd')).toBe(0)
    expect(circularIn('aba')).toBe(2)
    expect(circularIn('abcda', 'xbay')).toBe(5)
    expect(circularIn('abcb', 'cda')).toBe(5)
    expect(circularIn('aa')).toBe(1)
  })

  it('are all among those that are seen to fire', () => {
    expect(new Set(forbidden.map(({ name }) => name))).toEqual(new Set(BREACHES.map(([rule]) => rule)))
  })
})
