import { beforeAll, describe, expect, it } from 'vitest'
import { MAIL_SUBJECTS, type Mail } from '../../../core/mail.ts'
import type { Principal } from '../../../core/principal.ts'
import { runOperation } from '../../../core/run-operation.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { listKeptMail } from './list-kept-mail.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

type Given = { mail?: Mail; input?: Record<string, string> } & Partial<Omit<Principal, 'user'>>

/** As alice at a browser, unless it says otherwise. */
async function list({ mail, input = {}, ...given }: Given = {}) {
  const { userId: id = '', email = '' } = world.alice
  const principal: Principal = {
    ...{ organizationId: world.acme, user: { id, email, teamIds: [] }, role: 'ADMIN', scopes: ['read', 'write'] },
    ...{ via: 'session', ...given },
  }
  const ctx = world.app.contextFor(principal)
  return (await runOperation(listKeptMail, input, mail === undefined ? ctx : { ...ctx, mail })) as Awaited<
    ReturnType<typeof listKeptMail.handle>
  >
}

const mail = (to: string) => ({ to, subject: MAIL_SUBJECTS.invitation, text: 'Open http://parley.test/sign-in/abc\n' })
const send = (to: string, of?: World['acme']) =>
  world.app.contextFor(world.app.operator(world.acme)).mail.send(mail(to), of)

describe('does', () => {
  it('tells what is of the organization alone, the newest first, page by page', async () => {
    await send('first@acme.example', world.acme)
    await send('theirs@rival.example', world.rival)
    await send('both@acme.example')
    await send('last@acme.example', world.acme)
    const { data, meta, isSent } = await list()
    expect(data).toMatchObject([mail('last@acme.example'), mail('first@acme.example')])
    expect([meta.totalRecords, isSent]).toEqual([2, false])
    expect((await list({ input: { page: '2', size: '1' } })).data).toMatchObject([mail('first@acme.example')])
  })

  it('says so when mail is sent', async () => {
    expect(await list({ mail: { send: async () => {} } })).toMatchObject({ data: [], isSent: true })
  })
})

describe('refuses', () => {
  it('keys and programs, also of admins: there are links in it that sign in', async () => {
    for (const via of ['api_key', 'oauth', 'service'] as const) {
      await expect(list({ via })).rejects.toMatchObject({ code: 'session_required' })
    }
  })
})

describe('who may', () => {
  it('is no one but an admin', async () => {
    for (const role of ['MANAGER', 'SALES_REP'] as const) {
      await expect(list({ role })).rejects.toMatchObject({ code: 'admin_required' })
    }
  })
})
