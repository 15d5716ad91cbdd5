/** Look-ups of somebody unknown among few and among many organizations, in one database that grows. */
import { sql } from 'kysely'
import type { App } from '../src/app.ts'
import { NO_ORGANIZATION } from '../src/features/accounts/sign-in/index.ts'
import { quick, withApp } from './fairness-queue.ts'
import { type Goal, printTable, short, tell } from './report.ts'

const ROUNDS = 50
const FEW = 10

const LOOKUPS = {
  address: { call: 'users_of_address', known: (n: number) => `user${n}@org${n}.example` },
  domain: { call: 'sign_in_provider_of', known: (n: number) => `org${n}.example` },
  'share code': { call: 'snippet_of_share_code', known: (n: number) => `code-${n}-${'x'.repeat(20)}` },
} as const
type Name = keyof typeof LOOKUPS
const NAMES = Object.keys(LOOKUPS) as Name[]

export interface MeasuredLookups {
  readonly organizations: number
  /** Milliseconds, lowest tenths: found, and found nothing. */
  readonly found: Record<Name, number>
  readonly nothing: Record<Name, number>
}

export const measureLookups = (
  url: string | undefined,
  { organizations }: { readonly organizations: number },
): Promise<MeasuredLookups[]> =>
  withApp(url, async (app) => {
    const measured: MeasuredLookups[] = []
    let there = 0
    for (const count of [FEW, organizations]) {
      tell(`${count} organizations: adding`)
      await insert(app, there + 1, count)
      there = count
      measured.push({ organizations: count, ...(await measure(app, count)) })
    }
    print(measured)
    return measured
  })

/** Rows without what they refer to, which no look-up reads. */
async function insert({ store: { owner } }: App, from: number, to: number): Promise<void> {
  await owner.transact(async (query) => {
    await query('set local session_replication_role = replica')
    const numbers = `generate_series(${from}, ${to}) n`
    await query(`
      insert into organizations (id, name) select md5('o' || n)::uuid, 'Organization ' || n from ${numbers};
      insert into users (organization_id, id, email, role_id)
      select md5('o' || n)::uuid, md5('u' || n)::uuid, 'user' || n || '@org' || n || '.example', md5('r' || n)::uuid from ${numbers};
      insert into sign_in_providers (organization_id, id, name, issuer, client_id, required, vouches_for_addresses, makes_users,
                                     default_role, created_at, updated_at)
      select md5('o' || n)::uuid, md5('p' || n)::uuid, 'Provider', 'https://id.example', 'parley', false, false, false,
             'SALES_REP', now(), now() from ${numbers};
      insert into sign_in_domains (organization_id, domain, provider_id)
      select md5('o' || n)::uuid, 'org' || n || '.example', md5('p' || n)::uuid from ${numbers};
      insert into snippets (organization_id, id, conversation_id, user_id, title, internal, notify_views, start_time, end_time,
                            share_code, created_at, updated_at)
      select md5('o' || n)::uuid, md5('s' || n)::uuid, md5('c' || n)::uuid, md5('u' || n)::uuid, 'Clip', false, false, 0, 1,
             'code-' || n || '-' || repeat('x', 20), now(), now() from ${numbers}`)
  })
  await owner.query(
    'analyze users; analyze organizations; analyze sign_in_domains; analyze sign_in_providers; analyze snippets',
  )
}

async function measure({ store }: App, count: number) {
  const { read } = store.of(NO_ORGANIZATION)
  const time = async (name: Name, given: string, rows: number) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now()
      const answer = await sql`select * from ${sql.raw(LOOKUPS[name].call)}(${given})`.execute(read)
      times.push(performance.now() - begun)
      if (answer.rows.length !== rows) throw new Error(`${name} found ${answer.rows.length} rows instead of ${rows}`)
    }
    return quick(times)
  }
  const found: Partial<Record<Name, number>> = {}
  const nothing: Partial<Record<Name, number>> = {}
  for (const name of NAMES) {
    found[name] = await time(name, LOOKUPS[name].known(Math.ceil(count / 2)), 1)
    nothing[name] = await time(name, 'nobody@nowhere.example', 0)
  }
  return { found: found as Record<Name, number>, nothing: nothing as Record<Name, number> }
}

function print(measured: readonly MeasuredLookups[]): void {
  printTable(
    `Look-ups across organizations, ms (lowest tenth of ${ROUNDS}; transaction and round trip included)`,
    ['organizations', ...NAMES, ...NAMES.map((name) => `no such ${name}`)],
    measured.map(({ organizations, found, nothing }) => [
      String(organizations),
      ...NAMES.map((name) => short(found[name])),
      ...NAMES.map((name) => short(nothing[name])),
    ]),
  )
}

export function lookupGoals(measured: readonly MeasuredLookups[]): Goal[] {
  const [few, many] = [measured[0], measured.at(-1)]
  if (few === undefined || many === undefined) return []
  return NAMES.flatMap((name): Goal[] => [
    {
      ...{
        what: `${name} among ${many.organizations} organizations`,
        measured: Math.max(many.found[name], many.nothing[name]),
      },
      ...{ limit: 2, sense: 'at most', unit: ' ms' },
    },
    {
      ...{
        what: `${name}: among ${many.organizations} over ${few.organizations}`,
        measured: many.found[name] / few.found[name],
      },
      ...{ limit: 2, sense: 'at most', unit: ' ×' },
    },
  ])
}
