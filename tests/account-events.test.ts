/**
 * Events of users and teams, which triggers create: on every path that changes them, also where there is no job queue,
 * and at a cost that doesn't grow with the number of users.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../src/core/clock.ts'
import { createTeam, createUser } from '../src/features/accounts/identity/index.ts'
import { acceptInvitation } from '../src/features/accounts/invitations/index.ts'
import { enter } from '../src/features/accounts/single-sign-on/enter.ts'
import { wakeWebhooks } from '../src/features/platform/webhooks/index.ts'
import { call } from '../src/testing/call.ts'
import { createTestApp } from '../src/testing/create-test-app.ts'
import { erasureFor } from '../src/testing/privacy-fixtures.ts'
import { RECEIVERS } from '../src/testing/receiver.ts'
import { newProvider } from '../src/testing/sign-in-providers-fixtures.ts'
import { receiverFor, webhookFor } from '../src/testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: RECEIVERS }))
})

interface AccountEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Events that the work sends, in order. */
async function during(work: () => Promise<unknown>): Promise<AccountEvent[]> {
  const { id } = await webhookFor(world, { url: 'https://hooks.customer.example/' })
  await work()
  // The clock of the embedded database counts milliseconds, so that events can have equal times.
  const rows = await world.app.store.owner.query<{ body: string }>(
    'select body from webhook_deliveries where webhook_id = $1 order by created_at, xmin::text::bigint, cmin::text::int',
    [id],
  )
  await call(world.app, world.org, 'DELETE', `/webhooks/${id}`)
  return rows.map(({ body }) => {
    const { type, data } = JSON.parse(body)
    return { type, data }
  })
}

const ask = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const answer = await call(world.app, world.org, method, path, body && { body })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

const commandLine = () => [world.app.store.of(world.acme), world.acme, world.app.clock] as const

describe('users', () => {
  it('are announced when the command line creates them, with their teams', async () => {
    let id = ''
    const events = await during(async () => {
      const person = { email: 'cli@acme.example', role: 'SALES_REP', teamIds: [world.teams.north] } as const
      id = (await createUser(...commandLine(), person)).userId
    })
    expect(events).toEqual([
      { type: 'user.created', data: { user_id: id } },
      {
        type: 'team.members_changed',
        data: { team_id: world.teams.north, added_user_ids: [id], removed_user_ids: [] },
      },
    ])
  })

  it('are announced when an identity provider creates, changes, deactivates and deletes them', async () => {
    let id = ''
    const [created, changed, inactive, active, deleted] = [
      await during(async () => {
        id = (await ask('POST', '/scim/Users', { userName: 'eve@acme.example', active: true })).id
      }),
      await during(() =>
        ask('PATCH', `/scim/Users/${id}`, {
          Operations: [{ op: 'replace', value: { name: { familyName: 'Moss' }, active: true } }],
        }),
      ),
      await during(() =>
        ask('PATCH', `/scim/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] }),
      ),
      await during(() =>
        ask('PATCH', `/scim/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: true }] }),
      ),
      await during(() => ask('DELETE', `/scim/Users/${id}`)),
    ]
    const data = { user_id: id }
    expect([created, changed, inactive, active, deleted]).toEqual([
      [{ type: 'user.created', data }],
      [{ type: 'user.updated', data: { ...data, changed: ['last_name'] } }],
      [{ type: 'user.deactivated', data }],
      [{ type: 'user.activated', data }],
      [{ type: 'user.deactivated', data }],
    ])
  })

  it('are announced when they accept an invitation', async () => {
    const body = { email: 'invited@acme.example', teamUUIDs: [world.teams.north] }
    expect((await call(world.app, world.alice, 'POST', '/organizations/invitations', { body })).status).toBe(201)
    await world.app.drain(world.acme)
    const message = world.app.mail.find(({ to }) => to === body.email)
    const token = /invitations\/([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
    let id = ''
    const events = await during(async () => {
      id = (await acceptInvitation(world.app.store, world.app.clock, token)).userId
    })
    expect(events.map(({ type, data }) => [type, data.user_id ?? data.added_user_ids])).toEqual([
      ['user.created', id],
      ['team.members_changed', [id]],
    ])
  })

  // OpenID Connect and SAML share this function.
  it('are announced when they sign in with an identity provider for the first time, and only then', async () => {
    const { id: providerId, domain } = await newProvider(world)
    const provider = {
      ...{ id: providerId, vouches_for_addresses: true, domains: [domain], makes_users: true },
      ...({ default_role: 'SALES_REP', default_team_id: world.teams.north } as const),
    }
    const said = { subject: 'subject-1', email: `new@${domain}`, verified: true, firstName: 'Nia', lastName: 'Nash' }
    const attempt = {
      ...{ database: world.app.store.of(world.acme), org: world.acme, clock: world.app.clock, provider, said },
      ...{ from: { userAgent: 'test', address: '127.0.0.1' }, returnTo: undefined },
    }
    const first = await during(() => enter(attempt))
    expect(first.map(({ type }) => type)).toEqual(['user.created', 'team.members_changed'])
    expect(await during(() => enter(attempt))).toEqual([])
  })

  it('are announced when they are erased', async () => {
    const { userId } = await createUser(...commandLine(), { email: 'erased@acme.example', role: 'SALES_REP' })
    await call(world.app, world.alice, 'DELETE', `/organizations/users/${userId}`)
    const events = await during(async () => {
      await erasureFor(world, { userUUID: userId })
      await world.app.drain(world.acme)
    })
    expect(events).toContainEqual({ type: 'user.erased', data: { user_id: userId } })
    expect(JSON.stringify(events)).not.toContain('erased@acme')
  })

  it('name every field that a request changed, and nothing if it changed nothing', async () => {
    const { userId } = await createUser(...commandLine(), { email: 'fields@acme.example', role: 'SALES_REP' })
    const body = {
      ...{
        firstName: 'Fay',
        lastName: 'Ames',
        botName: 'Notes',
        transcriptLang: 'de',
        language: 'de',
        joinOutsideHostMeetings: true,
      },
      ...{ role: 'MANAGER', settings: { realTimeCapabilitiesOFF: true } },
    }
    const path = `/organizations/users/${userId}`
    const events = await during(async () => {
      await ask('PATCH', path, body)
      await ask('PATCH', path, body)
    })
    const changed = events.flatMap(({ type, data }) => (type === 'user.updated' ? (data.changed as string[]) : [type]))
    expect(changed.toSorted()).toEqual(
      [
        ...['first_name', 'last_name', 'bot_name', 'role', 'transcript_lang', 'join_outside_host_meetings'],
        ...['language', 'settings'],
      ].toSorted(),
    )
  })
})

describe('teams', () => {
  it('are announced when they are created, moved, archived and restored', async () => {
    let id = ''
    const events = await during(async () => {
      id = (await createTeam(...commandLine(), { name: 'Partners' })).teamId
      await ask('PUT', `/teams/${id}/members/${world.carol.userId}`)
      await ask('PATCH', `/organizations/teams/${id}`, { name: 'Allies', domain: 'allies.example' })
      await ask('PATCH', `/organizations/teams/${id}`, { parentTeamUUID: world.teams.sales })
      await ask('DELETE', `/organizations/teams/${id}`)
      await ask('PATCH', `/organizations/teams/${id}`, { archived: false })
    })
    const carol = [world.carol.userId]
    expect(events).toEqual([
      { type: 'team.created', data: { team_id: id } },
      { type: 'team.members_changed', data: { team_id: id, added_user_ids: carol, removed_user_ids: [] } },
      { type: 'team.updated', data: { team_id: id, changed: ['name', 'domain'] } },
      { type: 'team.updated', data: { team_id: id, changed: ['parent_team_id'] } },
      { type: 'team.archived', data: { team_id: id } },
      { type: 'team.members_changed', data: { team_id: id, added_user_ids: [], removed_user_ids: carol } },
      { type: 'team.restored', data: { team_id: id } },
    ])
  })

  it('of 450 new members send three events, none larger than a body may be', async () => {
    const ids = await world.app.store.owner.query<{ id: string }>(
      `insert into users (organization_id, id, email, role_id)
       select $1, gen_random_uuid(), 'many' || n || '@acme.example', (select id from roles where organization_id = $1 limit 1)
       from generate_series(1, 450) as n returning id`,
      [world.acme],
    )
    const { id } = await ask('POST', '/scim/Groups', { displayName: 'Everybody' })
    const events = await during(() =>
      ask('PUT', `/scim/Groups/${id}`, { displayName: 'Everybody', members: ids.map((one) => ({ value: one.id })) }),
    )
    const members = events.filter(({ type }) => type === 'team.members_changed')
    expect(members.map(({ data }) => (data.added_user_ids as string[]).length)).toEqual([200, 200, 50])
    expect(new Set(members.flatMap(({ data }) => data.added_user_ids as string[])).size).toBe(450)
    // Their primary team follows, and the events above name them.
    expect(events).toHaveLength(3)
  })
})

describe('a transaction', () => {
  it('that is rolled back announces nothing', async () => {
    const attempt = () =>
      world.app.store.of(world.acme).transact(async (tx) => {
        await tx.updateTable('teams').set({ name: 'Undone' }).where('id', '=', world.teams.north).execute()
        throw new Error('Undo.')
      })
    expect(await during(() => expect(attempt()).rejects.toThrow('Undo.'))).toEqual([])
  })

  it('of another organization announces nothing here', async () => {
    const events = await during(() =>
      call(world.app, world.rivalOrg, 'POST', '/organizations/teams', { body: { name: 'Rivals' } }),
    )
    expect(events).toEqual([])
  })
})

describe('a delivery', () => {
  it('without a job is sent after its webhook is woken, once', async () => {
    const { receiver, id } = await receiverFor(world, { event_types: ['team.created'] })
    const { teamId } = await createTeam(...commandLine(), { name: 'Woken' })
    await world.app.drain(world.acme)
    expect(receiver.received).toEqual([])
    const { store } = world.app
    const jobs = world.app.contextFor(world.app.operator(world.acme)).jobs
    expect(await wakeWebhooks(store, jobs)).toBeGreaterThanOrEqual(1)
    const left = await store.owner.query('select from webhook_wakes where organization_id = $1', [world.acme])
    expect(left).toEqual([])
    await world.app.drain(world.acme)
    expect(receiver.received.map(({ body }) => JSON.parse(body).data)).toEqual([{ team_id: teamId }])
    const [delivery] = await store.owner.query<{ status: string }>(
      'select status from webhook_deliveries where webhook_id = $1',
      [id],
    )
    expect(delivery?.status).toBe('delivered')
  })

  it('is queued for each organization, although the queue fails for another one', async () => {
    const { store } = world.app
    const { jobs } = world.app.contextFor(world.app.operator(world.acme))
    const others = await createWorld(world.app)
    for (const one of [world, others]) await webhookFor(one, { url: 'https://hooks.customer.example/' })
    const countWakes = async (org: string) =>
      (await store.owner.query('select from webhook_wakes where organization_id = $1', [org])).length
    // Each fails once, so that the other one follows it in one of the cases.
    for (const [failing, other] of [
      [world.acme, others.acme],
      [others.acme, world.acme],
    ] as const) {
      for (const org of [failing, other]) await createTeam(store.of(org), org, world.app.clock, { name: newId() })
      const add: typeof jobs.add = async (tx, org, ...job) => {
        if (org === failing) throw new Error('The queue is full.')
        await jobs.add(tx, org, ...job)
      }
      await expect(wakeWebhooks(store, { ...jobs, add })).rejects.toThrow('The queue is full.')
      expect(await countWakes(failing)).toBeGreaterThan(0)
      expect(await countWakes(other)).toBe(0)
      await wakeWebhooks(store, jobs)
      expect(await countWakes(failing)).toBe(0)
    }
  })

  it('goes only to webhooks that are enabled and subscribe to the event, and never to a channel', async () => {
    const url = 'https://hooks.customer.example/'
    const other = await webhookFor(world, { url, event_types: ['deck.created'] })
    const off = await webhookFor(world, { url })
    await ask('PATCH', `/webhooks/${off.id}`, { enabled: false })
    const channel = await webhookFor(world, { format: 'slack', url: 'https://hooks.slack.com/services/T0/B0/X' })
    expect(await during(() => createTeam(...commandLine(), { name: 'Quiet' }))).toHaveLength(1)
    const rows = await world.app.store.owner.query(
      'select from webhook_deliveries where webhook_id = any($1::uuid[])',
      [[other.id, off.id, channel.id]],
    )
    expect(rows).toEqual([])
  })
})
