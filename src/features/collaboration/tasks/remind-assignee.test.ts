/** Reminders on the due day of a task: when they come, that they come once, and for which tasks they don't. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { signedIn } from '../../../testing/sign-in-fixtures.ts'
import { promisesFor, taskFor } from '../../../testing/tasks-fixtures.ts'
import { settableClock } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'
import { remindAssignee } from './remind-assignee.job.ts'

/** A Monday that is far ahead, so that no other process on a shared server runs the jobs. */
const clock = settableClock('2037-09-14T10:00:00.000Z')
const HOUR = 3_600
let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock }))
  talk = await promisesFor(world)
})

interface Reminder {
  readonly taskUUID: string
  readonly kind: string
  readonly dueOn: string | null
}

async function remindersFor(caller: Caller, task: string): Promise<Reminder[]> {
  const answer = await call(world.app, caller, 'GET', '/notifications', { query: { status: 'all', size: '100' } })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data.filter(({ taskUUID, dueOn }: Reminder) => taskUUID === task && dueOn !== null)
}
const mailsTo = (caller: Caller, task: string) =>
  world.app.mail.filter(({ to, text }) => to === caller.email && text.includes(task) && text.includes('is due on'))
const patch = (task: string, body: object, caller: Caller = world.bob) =>
  call(world.app, caller, 'PATCH', `/tasks/${task}`, { body })
const setZone = (caller: Caller, zone: string) =>
  world.app.store.owner.query('update users set time_zone = $2 where id = $1', [caller.userId, zone])
/** Lets time pass, and runs what is due. */
async function pass(hours: number): Promise<void> {
  clock.pass(hours * HOUR)
  await world.app.drain(world.acme)
}

describe('the assignee', () => {
  it('is reminded on the morning of the due day, once, in the app and by email', async () => {
    const { uuid } = await taskFor(world, talk, { text: 'Send the new offer', dueOn: '2037-09-16' })
    // Tuesday, 22:00, and Wednesday, 06:00 UTC.
    await pass(36)
    await pass(8)
    expect([await remindersFor(world.bob, uuid), mailsTo(world.bob, uuid)]).toEqual([[], []])
    await pass(1)
    expect(await remindersFor(world.bob, uuid)).toMatchObject([{ kind: 'task', dueOn: '2037-09-16', actor: null }])
    const [mail, more] = mailsTo(world.bob, uuid)
    expect(mail?.text).toContain('Your task is due on 16 September 2037.')
    expect(mail?.text).toContain('Task: Send the new offer')
    expect(more).toBeUndefined()
    const inbox = await (await signedIn(world.app, world.acme, world.bob.userId)).get('/inbox')
    expect(inbox.text).toMatch(/<strong>Task due<\/strong> 16 Sept\b/)
    expect(inbox.text).toContain(`href="/tasks/${uuid}"`)
    await pass(24)
    expect([(await remindersFor(world.bob, uuid)).length, mailsTo(world.bob, uuid).length]).toEqual([1, 1])
  })

  it('is reminded once by jobs that run twice, and at the same time', async () => {
    const { uuid } = await taskFor(world, talk, { dueOn: '2037-09-18' })
    await patch(uuid, { dueOn: '2037-09-25' })
    await patch(uuid, { dueOn: '2037-09-18' })
    await pass(24)
    expect(mailsTo(world.bob, uuid)).toHaveLength(1)
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const again = { taskId: uuid, assigneeId: world.bob.userId ?? '', dueOn: '2037-09-18' }
    const jobContext = { ...ctx, modelFor: () => undefined, signal: new AbortController().signal }
    await Promise.all([1, 2, 3].map(() => remindAssignee.handle(again, jobContext)))
    await world.app.drain(world.acme)
    expect([(await remindersFor(world.bob, uuid)).length, mailsTo(world.bob, uuid).length]).toEqual([1, 1])
  })

  it('is reminded in the morning of the own time zone, also after a journey', async () => {
    // Saturday, 07:00 UTC.
    clock.pass((Date.parse('2037-09-19T07:00:00Z') - clock.now().getTime()) / 1_000)
    await setZone(world.bob, 'Asia/Tokyo')
    const { uuid } = await taskFor(world, talk, { dueOn: '2037-09-22' })
    const west = await taskFor(world, talk, { dueOn: '2037-09-23' })
    // Monday, 21:00 and 22:00 UTC: Tuesday, 06:00 and 07:00 in Tokyo.
    await pass(62)
    expect(await remindersFor(world.bob, uuid)).toEqual([])
    await pass(1)
    expect(await remindersFor(world.bob, uuid)).toHaveLength(1)
    await setZone(world.bob, 'America/New_York')
    // Wednesday, 06:30 in Tokyo, then in New York.
    await pass(24)
    expect(await remindersFor(world.bob, west.uuid)).toEqual([])
    await pass(13)
    expect(await remindersFor(world.bob, west.uuid)).toHaveLength(1)
    await setZone(world.bob, 'UTC')
  })

  it('gets the reminder in the digest of the same morning, if the user wants digests', async () => {
    await call(world.app, world.mark, 'PATCH', '/notification-settings', { body: { task: 'daily_digest' } })
    const { uuid } = await taskFor(world, talk, { dueOn: '2037-09-26', assigneeUUID: world.mark.userId })
    await call(world.app, world.mark, 'POST', '/notifications/read', { body: {} })
    clock.pass((Date.parse('2037-09-26T06:45:00Z') - clock.now().getTime()) / 1_000)
    await world.app.drain(world.acme)
    expect(mailsTo(world.mark, uuid)).toEqual([])
    await pass(0.5)
    expect(mailsTo(world.mark, uuid)).toHaveLength(1)
  })
})

describe('nobody', () => {
  it('is reminded of tasks that are done, dismissed, moved, or assigned to somebody else', async () => {
    clock.pass((Date.parse('2037-10-01T10:00:00Z') - clock.now().getTime()) / 1_000)
    const make = async () => (await taskFor(world, talk, { dueOn: '2037-10-02' })).uuid
    const [done, dismissed, moved, given, reopened] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ]
    await patch(done, { status: 'done' })
    await patch(dismissed, { status: 'dismissed' })
    await patch(moved, { dueOn: '2037-10-05' })
    await patch(given, { assigneeUUID: world.alice.userId })
    await patch(reopened, { status: 'done' })
    await patch(reopened, { status: 'open' })
    await pass(24)
    for (const one of [done, dismissed, moved, given]) {
      expect([one, (await remindersFor(world.bob, one)).length, mailsTo(world.bob, one).length]).toEqual([one, 0, 0])
    }
    expect(await remindersFor(world.alice, given)).toHaveLength(1)
    expect(await remindersFor(world.bob, reopened)).toHaveLength(1)
    await pass(72)
    expect(await remindersFor(world.bob, moved)).toHaveLength(1)
    // A reminder ends with its task.
    await patch(moved, { status: 'done' })
    expect(await remindersFor(world.bob, moved)).toEqual([])
  })

  it('is reminded of a task that was due already when it was created', async () => {
    const { uuid } = await taskFor(world, talk, { dueOn: '2020-01-01' })
    await pass(24)
    expect(await remindersFor(world.bob, uuid)).toEqual([])
  })

  it('learns of a call that is hidden by then', async () => {
    const { uuid } = await taskFor(world, talk, { dueOn: '2037-10-20', assigneeUUID: world.mark.userId })
    await call(world.app, world.alice, 'PUT', `/conversations/${talk}/privacy`, { body: { private: true } })
    clock.pass((Date.parse('2037-10-20T10:00:00Z') - clock.now().getTime()) / 1_000)
    await world.app.drain(world.acme)
    expect([await remindersFor(world.mark, uuid), mailsTo(world.mark, uuid)]).toEqual([[], []])
  })
})
