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

describe('the import rules', () => {
  // Two thousand modules are read.
  it('hold over the whole tree', { timeout: 120_000 }, async () => {
    const { rules, modules } = await violations(root, ['src', 'tests', 'scripts', 'bench'])
    expect(rules).toEqual([])
    expect(modules).toBeGreaterThan(MODULES_AT_LEAST)
  })

  // Each rule is seen to fire in a tree that breaks it, or it would prove nothing.
  it.each([
    ['core-stands-alone', 'src/core/a.ts', '../features/accounts/teams/index.ts'],
    ['features-stand-on-core', 'src/features/accounts/teams/a.ts', '../../../app.ts'],
    ['domains-in-order', 'src/features/text/passages/a.ts', '../../search/knowledge-base/index.ts'],
    ['features-in-domains', 'src/features/crm/a.ts', '../../core/db.ts'],
    ['domains-meet-in-the-catalog', 'src/cli/a.ts', '../features/accounts/index.ts'],
    ['features-meet-at-the-index', 'src/features/accounts/teams/a.ts', '../identity/queries.ts'],
    ['doors-know-no-feature', 'src/inbound/http/a.ts', '../../features/accounts/teams/index.ts'],
    ['pages-see-faces', 'src/pages/labels/a.ts', '../../features/conversations/labels/queries.ts'],
    ['only-the-doors-see-pages', 'src/inbound/web/a.ts', '../../pages/index.ts'],
    ['browsers-get-what-is-theirs', 'src/pages/labels/a.browser.ts', '../components/table.ts'],
    ['the-command-line-sees-faces', 'src/cli/a.ts', '../features/accounts/teams/model.ts'],
    ['the-demo-asks-like-everybody', 'src/demo/a.ts', '../features/accounts/teams/queries.ts'],
    ['only-the-command-line-knows-the-demo', 'src/features/accounts/teams/a.ts', '../../../demo/index.ts'],
    ['outbound-implements-core', 'src/outbound/a.ts', '../features/accounts/teams/index.ts'],
    ['only-app-wires-outbound', 'src/cli/a.ts', '../outbound/database/backup.ts'],
    ['sql-lives-in-queries', 'src/features/accounts/teams/a.ts', 'kysely'],
    ['no-test-code-in-product', 'src/features/accounts/teams/a.ts', '../../../testing/call.ts'],
    ['nothing-unresolved', 'src/features/accounts/teams/a.ts', './nowhere.ts'],
    ['no-cycle', 'src/features/accounts/teams/a.ts', './a.ts'],
    ['no-orphan', 'src/features/accounts/teams/a.ts', undefined],
    ['acceptance-is-a-black-box', 'acceptance/a.ts', '../src/app.ts'],
  ])('%s fires', async (rule, file, imported) => {
    const tree = await mkdtemp(join(tmpdir(), 'parley-rules-'))
    const put = async (path: string, source: string) => {
      await mkdir(dirname(join(tree, path)), { recursive: true })
      await writeFile(join(tree, path), source)
    }
    try {
      await put('node_modules/kysely/package.json', '{"name":"kysely","main":"index.js"}')
      await put('node_modules/kysely/index.js', 'exports.b = 1')
      await put('package.json', '{"type":"module","dependencies":{"kysely":"*"}}')
      if (imported?.startsWith('.') && rule !== 'nothing-unresolved')
        await put(join(dirname(file), imported), 'export const b = 1')
      await put(
        file,
        imported === undefined
          ? 'export const a = 1'
          : `import type { b } from '${imported}'\nexport type A = typeof b`,
      )
      const found = await violations(tree, [file.split('/')[0] ?? ''])
      expect(found.rules.map((one) => one.split(':')[0])).toContain(rule)
    } finally {
      await rm(tree, { recursive: true })
    }
  })

  it('are all among those seen to fire', () => {
    expect(new Set(forbidden.map(({ name }) => name)).size).toBe(21)
  })
})
