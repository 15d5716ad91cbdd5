/** After the erasure of a person neither name nor address stands in any text of any table of the organization. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { PLACES } from '../src/features/privacy/personal-data/index.ts'
import { call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { fileSourceFor, passagesStored } from '../src/testing/knowledge-fixtures.ts'
import { erasureFor } from '../src/testing/privacy-fixtures.ts'
import { mediaStored, putMedia, TONE } from '../src/testing/recordings-fixtures.ts'
import { testEnvironment } from '../src/testing/test-database.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { samplesOf } from './samples/index.ts'

const EMAIL = 'jane.doe@gone.example'
const NAME = 'Jane Doe'
const BOTH = `${NAME} <${EMAIL}>`

const sendMailKind = { id: 'send_mail', input: z.object({ to: z.string(), subject: z.string(), text: z.string() }) }

let world: World
beforeAll(async () => {
  world = await createWorld()
})

/** Rows of a world in which one of them stands, by table and column. */
async function traces(organization: string): Promise<string[]> {
  const { owner } = world.app.store
  const columns = await owner.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.columns o
       on o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'organization_id'
     where c.table_schema = 'public' and c.udt_name in ('text', 'jsonb', 'json', '_text')`,
  )
  // One statement: a hundred and fifty of them take a while.
  const each = columns.map(
    ({ table, column }) =>
      `select '${table}.${column}' as place where exists (
         select from ${table} where organization_id = $1
           and (lower(${column}::text) like $2 or lower(${column}::text) like $3))`,
  )
  const rows = await owner.query<{ place: string }>(each.join(' union all '), [
    organization,
    `%${NAME.toLowerCase()}%`,
    `%${EMAIL}%`,
  ])
  return rows.map(({ place }) => place)
}

/** What lies in the store of files, by name. */
async function filesStored(organization: string): Promise<Map<string, Buffer>> {
  const home = join((await testEnvironment()).DATA_DIR ?? '', 'files', organization)
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  return new Map(await Promise.all(files.map(async (path) => [path, await readFile(path)] as const)))
}

/** Puts the person into one row of each place that the service has a list of. */
async function putEverywhere(organization: string): Promise<string[]> {
  const { owner } = world.app.store
  const put: string[] = []
  const person = JSON.stringify({ speaker: NAME, deep: { [NAME]: [`so ${BOTH}`] } })
  for (const { table, columns, folded = {} } of PLACES) {
    for (const [column, holds] of Object.entries(columns)) {
      const values = {
        words: `'${BOTH}'`,
        list: `array['${NAME}', 'other', '${EMAIL}']`,
        // An object keeps what others make of it.
        json: `case jsonb_typeof(${column}) when 'object' then ${column} || '${person}'
                 else ${column} || jsonb_build_array('so ${BOTH}'::text) end`,
        'json text': `'${JSON.stringify([{ quote: `said ${BOTH} twice` }])}'`,
      }
      const also = Object.entries(folded).flatMap(([name, of]) =>
        of === column ? [`, ${name} = lower('${BOTH}')`] : [],
      )
      const rows = await owner.query(
        `update ${table} set ${column} = ${values[holds]}${also.join('')}
         where ctid = (select ctid from ${table} where organization_id = $1 and ${column} is not null limit 1) returning 1 as one`,
        [organization],
      )
      if (rows.length > 0) put.push(`${table}.${column}`)
    }
  }
  return put
}

it('leaves neither name nor address anywhere, where both stood in every place before', async () => {
  const transcript = {
    segments: [
      { speaker: 'Bob', text: `Welcome ${NAME}. Jane Doe's offer is here.`, start: 0, end: 3 },
      { speaker: NAME, text: 'Thanks, write to jane dot doe at gone dot example.', start: 3, end: 6 },
      { speaker: 'Bob', text: 'So jane.doe@gone.example it is, Doe, Jane.', start: 6, end: 9 },
    ],
  }
  const participants = [
    { email: EMAIL, name: NAME, id: EMAIL },
    { email: 'bob@acme.example', name: 'Bob' },
  ]
  const conversation = await importFor(world, {
    ...{ transcript, participants, applicationExternalID: 'person', conversationTitle: `With ${NAME}` },
    linkedCrmRecords: [
      { code: 'contact', id: EMAIL },
      { code: 'account', id: 'A-9' },
    ],
    meetingPlatformMetadata: { host: EMAIL },
    externalMetadata: { participants: [{ name: NAME }] },
  })
  const onlyMentioned = await importFor(world, { transcript: `Bob: I met ${NAME.toUpperCase()} today.` })
  const words = ['I', 'met', 'Jane', "Doe's", 'boss'].map((text, n) => ({
    text,
    startTimestamp: n,
    endTimestamp: n + 1,
  }))
  const byWord = await importFor(world, { transcript: { final: [{ speaker: { name: 'Bob' }, words }] } })
  await samplesOf(world, conversation, 'person')
  for (const id of [conversation, onlyMentioned]) {
    expect((await putMedia(world, world.org, id, TONE)).status).toBe(200)
  }
  const [herRecording, another] = await Promise.all([conversation, onlyMentioned].map((id) => mediaStored(world, id)))
  const file = await fileSourceFor(world, `${NAME}.txt`, `Notes.\n\nAsk ${BOTH}, or Bob.`)
  const send = (method: 'PUT' | 'POST', path: string, body: unknown) =>
    call(world.app, world.alice, method, path, { body })
  await send('PUT', '/crm-records/contact/C-1', { fields: { email: EMAIL.toUpperCase(), phone: '1' } })
  await send('PUT', '/crm-records/account/A-9', { fields: { owner: NAME, notes: `call ${BOTH}`, size: 7 } })
  await send('POST', '/knowledge-base/sources', {
    title: `About ${NAME}`,
    content: `# ${NAME}\n\nMail ${EMAIL} always.`,
  })
  await send('POST', '/organizations/invitations', {
    email: EMAIL,
    firstName: 'Jane',
    lastName: 'Doe',
    role: 'SALES_REP',
  })
  await world.app.drain(world.acme)
  const context = world.app.contextFor(world.app.operator(world.acme))
  const body = { to: EMAIL, subject: 'Hello', text: `Dear ${NAME}` }
  const startAfter = new Date(Date.now() + 3_600_000)
  await context.transact((tx) => context.jobs.add(tx, world.acme, sendMailKind, body, { startAfter }))
  const storedBefore = await filesStored(world.acme)
  const put = await putEverywhere(world.acme)
  const before = await traces(world.acme)
  expect(put.length).toBeGreaterThan(40)
  expect(before).toEqual(
    expect.arrayContaining([...put, 'transcripts.segments', 'conversations.title', 'crm_records.fields']),
  )
  await importForRival()

  const id = await erasureFor(world, { email: EMAIL, names: [NAME] })
  const runs = await world.app.drain(world.acme)
  expect(runs.filter(({ job }) => job === 'erase_person')).toMatchObject([{ outcome: 'ok' }])

  expect(await traces(world.acme)).toEqual([])
  const waiting = await world.app.store.owner.query('select 1 as one from pgboss.job where data::text like $1', [
    `%${EMAIL}%`,
  ])
  expect(waiting).toEqual([])
  const { data } = (await call(world.app, world.org, 'GET', `/privacy/erasures/${id}`)).body
  expect(data).toMatchObject({
    status: 'finished',
    counts: {
      ...{ conversations: 3, knowledge_sources: 2, crm_records_erased: 1, crm_records: 1, mails: 1 },
      ...{ recordings_deleted: 1, files_deleted: 1 },
    },
    leftovers: {},
  })
  const stored = await filesStored(world.acme)
  const names = (files: ReadonlyMap<string, Buffer>) => [...files.keys()].join('\n')
  for (const gone of [herRecording?.id, file]) {
    expect([names(storedBefore), names(stored)]).toEqual([
      expect.stringContaining(`${gone}`),
      expect.not.stringContaining(`${gone}`),
    ])
  }
  expect([...stored.values()].filter((bytes) => bytes.includes(NAME) || bytes.includes(EMAIL))).toEqual([])
  expect(names(stored)).toContain(`${another?.id}`)
  expect(await passagesStored(world, file)).toMatchObject([
    { text: expect.stringMatching(/^Notes\.\n\nAsk \[PERSON \w{4}\] <\[EMAIL\]>, or Bob\.$/) },
  ])
  expect(await traces(world.rival)).not.toEqual([])
  const mentioned = await call(world.app, world.org, 'GET', `/conversations/${onlyMentioned}`)
  expect(mentioned.body.attributes.transcript).toMatch(/^Bob: I met \[PERSON \w{4}\] today\.$/)
  const spoken = await call(world.app, world.org, 'GET', `/conversations/${byWord}`)
  expect(spoken.body.attributes.transcript).toMatch(/^Bob: I met \[PERSON \w{4}\]'s boss$/)
})

async function importForRival() {
  const body = { transcript: `Eve: I know ${BOTH}.`, conversationTitle: NAME }
  await call(world.app, world.rivalOrg, 'POST', '/conversations/import', { body })
}
