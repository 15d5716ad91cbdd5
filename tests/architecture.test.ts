import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, it } from 'vitest'
import { forbidden, options } from './import-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A guard that sees nothing must fail. */
const MODULES_AT_LEAST = 80

async function violations(baseDir: string, paths: string[]): Promise<{ rules: string[]; modules: number }> {
  const { output } = await cruise(paths, { ...options, ruleSet: { forbidden }, validate: true, baseDir })
  const { summary, modules } = output as ICruiseResult
  return {
    rules: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    modules: modules.length,
  }
}

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
  await put('node_modules/kysely/package.json', '{"name":"kysely","main":"index.js"}')
  await put('node_modules/kysely/index.js', 'exports.b = 1')
  await put('package.json', '{"type":"module","dependencies":{"kysely":"*"}}')
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
  // Two thousand modules are read.
  it('hold over the whole tree', { timeout: 120_000 }, async () => {
    const { rules, modules } = await violations(root, ['src', 'tests', 'scripts', 'bench'])
    expect(rules).toEqual([])
    expect(modules).toBeGreaterThan(MODULES_AT_LEAST)
  })

  // Each rule is seen to fire in a tree that breaks it, or it would prove nothing.
  it('fire where they are broken, each of them', async () => {
    const tree = await mkdtemp(join(tmpdir(), 'parley-rules-'))
    try {
      await writeBreaches(tree)
      const { rules } = await violations(tree, ['src', 'acceptance'])
      const fired = (rule: string, file: string) => rules.some((one) => one.startsWith(`${rule}: ${file} → `))
      expect(BREACHES.filter(([rule, file]) => !fired(rule, file.replace('*', rule)))).toEqual([])
    } finally {
      await rm(tree, { recursive: true })
    }
  })

  it('are all among those that are seen to fire', () => {
    expect(new Set(forbidden.map(({ name }) => name))).toEqual(new Set(BREACHES.map(([rule]) => rule)))
  })
})
