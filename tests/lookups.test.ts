/**
 * Look-ups of requests of which no organization is known yet cost the same however many organizations there are: each
 * statement that such a request sends is planned among ten thousand of them, and so is each function that looks across.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openApp } from '../src/app.ts'
import { newId } from '../src/core/clock.ts'
import { readConfig } from '../src/core/config.ts'
import { createLog } from '../src/core/log.ts'
import { newOpaqueToken } from '../src/core/opaque-tokens.ts'
import type { OrganizationId } from '../src/core/principal.ts'
import { createOrganization } from '../src/features/accounts/identity/index.ts'
import { NO_ORGANIZATION } from '../src/features/accounts/sign-in/index.ts'
import { createHttpApp } from '../src/http-app.ts'
import { openBrowser } from '../src/testing/browser-fixtures.ts'
import type { TestApp } from '../src/testing/create-test-app.ts'
import { scratchInstallation } from '../src/testing/scratch-database.ts'
import { UNLIMITED } from '../src/testing/unlimited.ts'

const ORGANIZATIONS = 10_000
/** Tables with fewer rows may be read whole. */
const FEW_ROWS = 500

const installation = await scratchInstallation()
let app: TestApp
let large: ReadonlySet<string>
const org = newId() as OrganizationId
beforeAll(async () => {
  const opened = await openApp(
    readConfig({ ...installation.environment, ...UNLIMITED, PUBLIC_URL: 'http://parley.test' }),
    createLog('warn'),
  )
  const server = createHttpApp(opened)
  await server.ready()
  const listen = () => server.listen({ port: 0, host: '127.0.0.1' })
  app = { ...opened, server, listen, mail: [], drain: (one) => opened.runner.drain(one) }
  await createOrganization(app.store.of(org), org, app.clock, {
    name: 'Acme',
    domains: [],
    adminEmail: 'ann@acme.example',
  })
  await fill()
})
afterAll(async () => {
  await app.server.close()
  await app.close()
  await installation.drop()
})

/** Organizations with a user, a provider, a domain and a shared clip each. */
async function fill(): Promise<void> {
  const { owner } = app.store
  await owner.transact(async (query) => {
    // What the rows refer to is of no matter here.
    await query('set local session_replication_role = replica')
    await query(`
      insert into organizations (id, name) select md5('o' || n)::uuid, 'Organization ' || n from generate_series(1, ${ORGANIZATIONS}) n;
      insert into users (organization_id, id, email, role_id)
      select md5('o' || n)::uuid, md5('u' || n)::uuid, 'user' || n || '@org' || n || '.example', md5('r' || n)::uuid
      from generate_series(1, ${ORGANIZATIONS}) n;
      insert into sign_in_providers (organization_id, id, name, issuer, client_id, required, vouches_for_addresses, makes_users,
                                     default_role, created_at, updated_at)
      select md5('o' || n)::uuid, md5('p' || n)::uuid, 'Provider', 'https://id.example', 'parley', false, false, false,
             'SALES_REP', now(), now() from generate_series(1, ${ORGANIZATIONS}) n;
      insert into sign_in_domains (organization_id, domain, provider_id)
      select md5('o' || n)::uuid, 'org' || n || '.example', md5('p' || n)::uuid from generate_series(1, ${ORGANIZATIONS}) n;
      insert into snippets (organization_id, id, conversation_id, user_id, title, internal, notify_views, start_time, end_time,
                            share_code, created_at, updated_at)
      select md5('o' || n)::uuid, md5('s' || n)::uuid, md5('c' || n)::uuid, md5('u' || n)::uuid, 'Clip', false, false, 0, 1,
             md5('code' || n), now(), now() from generate_series(1, ${ORGANIZATIONS}) n`)
  })
  await owner.query('analyze')
  const rows = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and reltuples > ${FEW_ROWS}
     and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  )
  large = new Set(rows.map(({ name }) => name))
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** Parts of a plan that read a table of which every organization has rows, and not by a condition on an index. */
function scansIn(plan: Plan): string[] {
  const own =
    plan['Relation Name'] !== undefined &&
    large.has(plan['Relation Name']) &&
    !(plan['Node Type'].includes('Index') && plan['Index Cond'] !== undefined) &&
    !plan['Node Type'].startsWith('Bitmap Heap') &&
    plan['Node Type'] !== 'ModifyTable'
      ? [`${plan['Node Type']} of ${plan['Relation Name']}`]
      : []
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)]
}

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  /** What begins its transaction: whose role it has, and of which organization. */
  readonly opening: string
}

/** Every statement that was sent to the database meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = []
  const openings = new WeakMap<object, string>()
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first, second] = given as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const { text, values = second } = typeof first === 'string' ? { text: first } : first
    if (/^\s*begin\b/i.test(text)) openings.set(this, text)
    else if (/^(\s|\/\*.*?\*\/)*(with|select|insert|update|delete)\b/i.test(text)) {
      asked.push({ text, values: values ?? [], opening: openings.get(this) ?? 'begin' })
    }
    return (query as (...all: unknown[]) => unknown).apply(this, given) as never
  } as never)
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return asked
}

async function scansOf({ text, values, opening }: Asked): Promise<string[]> {
  return app.store.owner.transact(async (query) => {
    for (const setting of opening.matchAll(/set local (?:role|parley)[^;]*/g)) await query(setting[0])
    const [row] = await query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(`explain (format json) ${text}`, values)
    const plan = row?.['QUERY PLAN'][0]?.Plan
    if (plan === undefined) throw new Error('There is no plan.')
    return scansIn(plan)
  })
}

/** Addresses of every route that takes GET, with something in the place of each parameter. */
function addresses(): string[] {
  const trail: string[] = []
  return app.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S*)(?: \(([^)]*)\))?/.exec(line) ?? []
      if (part === '' && methods === '') return []
      trail.length = indent.length / 4
      trail.push(part)
      if (!methods.split(', ').includes('GET') || part === '*') return []
      return [trail.join('')]
    })
    .map((path) =>
      path
        .replace(/:(token|code)\b/g, (_, name) =>
          name === 'code' && path.startsWith('/s/') ? 'A'.repeat(32) : newOpaqueToken(org),
        )
        .replace(/:\w+/g, newId()),
    )
}

describe('requests of somebody unknown', () => {
  it('look everything up by an index, whatever they ask for', async () => {
    const asked = await statementsOf(async () => {
      const get = (url: string, headers: Record<string, string> = {}) =>
        app.server.inject({ method: 'GET', url, headers })
      const session = { cookie: `parley_session=${newOpaqueToken(org)}` }
      for (const url of addresses()) for (const headers of [{}, session]) await get(url, headers)
      await get(`/sign-in/callback?code=x&state=${newOpaqueToken(org)}`, {
        cookie: `parley_browser=${newOpaqueToken(org)}`,
      })
      for (const url of ['/v2/conversations', '/scim/v2/Users']) {
        await get(url, { authorization: `Bearer ${randomBytes(40).toString('hex')}` })
      }
      const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
        app.server.inject({ method: 'POST', url, payload, headers })
      await post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { authorization: `Bearer ${newOpaqueToken(org)}` },
      )
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const grant of [
        `grant_type=refresh_token&refresh_token=${newOpaqueToken(org)}`,
        `grant_type=authorization_code&code=${newOpaqueToken(org)}`,
      ]) {
        await post('/oauth/token', `${grant}&client_id=x&redirect_uri=http%3A%2F%2F127.0.0.1`, form)
      }
      const browser = openBrowser(app)
      for (const email of ['user77@org77.example', 'nobody@nowhere.example']) {
        const ways = await browser.submit('/sign-in', await browser.get('/sign-in'), { email })
        await browser.submit('/sign-in/link', ways, { email }).catch(() => undefined)
        await browser
          .submit('/sign-in/password', ways, { email, password: 'walnut carpet orbit nine' })
          .catch(() => undefined)
      }
    })
    const texts = new Map(asked.map((one) => [one.text.replace(/\s+/g, ' ').trim(), one]))
    for (const name of [
      'users_of_address',
      'sign_in_provider_of',
      'snippet_of_share_code',
      'sessions',
      'sign_in_links',
      'deck_shares',
    ]) {
      expect([name, [...texts.keys()].some((text) => text.includes(name))]).toEqual([name, true])
    }
    const guilty: Record<string, string[]> = {}
    for (const [text, one] of texts) {
      const scans = await scansOf(one)
      if (scans.length > 0) guilty[text] = scans
    }
    expect(guilty).toEqual({})
  })
})

describe('functions that look across organizations', () => {
  /** What each of them is given. Undefined: it looks nothing up, for the reason beside it. */
  const KNOWN: Readonly<Record<string, string | undefined>> = {
    users_of_address: 'user5000@org5000.example',
    sign_in_provider_of: 'org5000.example',
    snippet_of_share_code: 'c'.repeat(32),
    // Whether there is any row at all.
    installation_is_empty: undefined,
    // Within the organization of the request, by somebody who is signed in.
    forget_mail_to: undefined,
  }

  it('are known here', async () => {
    const rows = await app.store.owner.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
       and prorettype <> 'trigger'::regtype order by proname`,
    )
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(KNOWN).toSorted())
  })

  it.each(Object.entries(KNOWN).filter((one): one is [string, string] => one[1] !== undefined))(
    '%s reads an index, and answers within two milliseconds',
    async (name, given) => {
      const { owner } = app.store
      const [row] = await owner.query<{ body: string; argument: string }>(
        'select prosrc as body, proargnames[1] as argument from pg_proc where proname = $1',
        [name],
      )
      const [, statement = ''] = /return query\s+([^;]*);/.exec(row?.body ?? '') ?? []
      const text = statement.replaceAll(new RegExp(`(?<![.\\w])${row?.argument}(?!\\w)`, 'g'), '$1::text')
      expect(text).toContain('$1')
      expect(await scansOf({ text, values: [given], opening: 'begin' })).toEqual([])
      // Among many repetitions the quickest, since others use this machine too.
      const times: number[] = []
      for (let n = 0; n < 20; n++) {
        const [plan] = await owner.query<{ 'QUERY PLAN': readonly Record<string, number>[] }>(
          `explain (analyze, format json) select * from ${name}($1)`,
          [given],
        )
        times.push(plan?.['QUERY PLAN'][0]?.['Execution Time'] ?? Number.NaN)
      }
      expect(Math.min(...times)).toBeLessThan(2)
    },
  )

  it('are the only ones that nobody in particular can ask, and find nothing of what is not there', async () => {
    const db = app.store.of(NO_ORGANIZATION).read
    expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  })
})
