/** Assignment of a library folder: one question about all of its clips. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { storedCoaching } from '../../../testing/coaching-fixtures.ts'
import { countEvents, hideTalk } from '../../../testing/comments-fixtures.ts'
import { folderFor, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await call(world.app, world.alice, 'POST', '/webhooks', { body: { url: 'https://hooks.example.com/folders' } })
})

const QUESTION = 'How do they handle the price?'
const team = () => ({ teamUUID: world.teams.north })

/** Adds a clip of a new call to a folder. */
async function addClip(folderUUID: string, by: Caller = world.bob) {
  const conversation = await talkFor(world, team())
  const { id } = await snippetFor(world, { conversation_id: conversation })
  await itemFor(world, { snippetUUID: id, folderUUID }, by)
  return { id, conversation }
}
const assign = (folderUUID: string, given: object = {}, caller: Caller | undefined = world.mark) =>
  call(world.app, caller, 'POST', '/coaching-assignments', {
    body: { folderUUID, assigneeUUID: world.bob.userId, question: QUESTION, ...given },
  })
const read = async (caller: Caller, id: string) => {
  const { status, body } = await call(world.app, caller, 'GET', `/coaching-assignments/${id}`)
  return { status, data: body.data }
}
const inbox = async (caller: Caller) => (await call(world.app, caller, 'GET', '/notifications')).body

describe('does', () => {
  it('assigns all clips with one assignment, one event and one notification', async () => {
    const folder = await folderFor(world, { name: 'Price' })
    await addClip(folder)
    const first = await addClip(folder)
    const [events, { meta }] = [await countEvents(world, 'coaching_assignment.created'), await inbox(world.bob)]
    const { status, body } = await assign(folder, { dueOn: '2098-03-01' })
    expect([status, body.data]).toMatchObject([
      201,
      {
        ...{ folderUUID: folder, folderName: 'Price', snippetUUID: first.id, conversationUUID: first.conversation },
        ...{ start: 10, end: 30, dueOn: '2098-03-01', question: QUESTION, status: 'open' },
      },
    ])
    expect(await countEvents(world, 'coaching_assignment.created')).toBe(events + 1)
    const after = await inbox(world.bob)
    expect(after.meta.totalRecords).toBe(meta.totalRecords + 1)
    expect(after.data[0]).toMatchObject({
      ...{ kind: 'coaching', coachingAssignmentUUID: body.data.uuid, folderUUID: folder, text: QUESTION },
    })
    const list = await call(world.app, world.bob, 'GET', '/coaching-assignments', { query: { status: 'open' } })
    expect(list.body.data[0]).toMatchObject({ uuid: body.data.uuid, folderUUID: folder })
    await world.app.drain(world.acme)
    const { text = '' } = world.app.mail.findLast(({ to }) => to === world.bob.email) ?? {}
    expect(text).toContain('asked you to look at a folder of clips.')
    expect(text).toContain(`Question: ${QUESTION}`)
    expect(text).not.toContain('Call: ')
  })

  it('is a tool', async () => {
    const folder = await folderFor(world, { name: 'By a tool' })
    await addClip(folder)
    const args = { folder_id: folder, assignee_id: world.bob.userId, question: QUESTION }
    const { data, text } = await callTool(world.app, world.alice, 'create_coaching_assignment', args)
    expect(text).toContain('Folder: By a tool')
    const listed = await callTool(world.app, world.bob, 'list_coaching_assignments', { status: ['open'] })
    expect(listed.text).toContain('Folder: By a tool')
    expect(listed.data).toMatchObject({
      assignments: expect.arrayContaining([
        expect.objectContaining({ id: data?.id, folder_id: folder, folder: 'By a tool' }),
      ]),
    })
  })

  it('is about the first clip that both people see', async () => {
    const folder = await folderFor(world)
    const shared = await addClip(folder)
    const own = await addClip(folder)
    // Alice sees the newest clip, and mark doesn't.
    await hideTalk(world, own.conversation)
    const { body } = await assign(folder, { assigneeUUID: world.mark.userId }, world.alice)
    expect(body.data).toMatchObject({ snippetUUID: shared.id, conversationUUID: shared.conversation })
  })

  it('keeps the assignment with its first clip when the folder is deleted', async () => {
    const folder = await folderFor(world)
    const { id } = await addClip(folder)
    const { uuid } = (await assign(folder)).body.data
    await call(world.app, world.bob, 'PATCH', `/coaching-assignments/${uuid}`, { body: { answer: 'With silence.' } })
    const gone = await call(world.app, world.alice, 'DELETE', `/library/folders/${folder}`, {
      query: { recursive: 'true' },
    })
    expect(gone.status).toBe(204)
    expect((await read(world.bob, uuid)).data).toMatchObject({
      ...{ folderUUID: null, folderName: null, snippetUUID: id, start: 10, end: 30, answer: 'With silence.' },
    })
  })

  it('keeps the folder when its first clip is deleted', async () => {
    const folder = await folderFor(world, { name: 'Stays' })
    const { id } = await addClip(folder)
    const { uuid } = (await assign(folder)).body.data
    await call(world.app, world.bob, 'DELETE', `/snippets/${id}`)
    expect((await read(world.bob, uuid)).data).toMatchObject({ folderName: 'Stays', snippetUUID: null, start: 10 })
  })

  it('goes on with the next clip that the assignee sees when the first call is erased', async () => {
    const folder = await folderFor(world, { name: 'Goes on' })
    const last = await addClip(folder)
    const hidden = await addClip(folder)
    const first = await addClip(folder)
    const { uuid } = (await assign(folder, { assigneeUUID: world.mark.userId }, world.bob)).body.data
    await call(world.app, world.mark, 'PATCH', `/coaching-assignments/${uuid}`, { body: { answer: 'With silence.' } })
    await hideTalk(world, hidden.conversation)
    const erase = (id: string) =>
      call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    expect((await erase(first.conversation)).status).toBe(204)
    const moved = { folderUUID: folder, snippetUUID: last.id, conversationUUID: last.conversation }
    for (const caller of [world.mark, world.bob]) {
      expect((await read(caller, uuid)).data).toMatchObject({ ...moved, answer: 'With silence.', question: QUESTION })
    }
    expect((await inbox(world.mark)).data).toContainEqual(
      expect.objectContaining({ coachingAssignmentUUID: uuid, conversationUUID: last.conversation }),
    )
    // Without a visible clip it is stored with the hidden one, and with the last call it is erased.
    expect((await erase(last.conversation)).status).toBe(204)
    expect((await read(world.mark, uuid)).status).toBe(404)
    expect((await read(world.bob, uuid)).data).toMatchObject({ conversationUUID: hidden.conversation })
    expect((await erase(hidden.conversation)).status).toBe(204)
    expect((await read(world.bob, uuid)).status).toBe(404)
    expect(JSON.stringify(await storedCoaching(world))).not.toContain(uuid)
  })

  it('names the folder in the audit log, without the question', async () => {
    const folder = await folderFor(world)
    await addClip(folder)
    const { uuid } = (await assign(folder)).body.data
    const rows = await world.app.store.owner.query(
      "select row_to_json(a)::text as entry from audit_log a where row_to_json(a)::text like '%' || $1 || '%'",
      [uuid],
    )
    const text = JSON.stringify(rows)
    expect(text).toContain(folder)
    expect(text).not.toContain(QUESTION)
  })
})

describe('refuses', () => {
  it.each([
    ['/conversationUUID', () => ({ conversationUUID: NOBODY })],
    ['/snippetUUID', () => ({ snippetUUID: NOBODY })],
    ['/time', () => ({ time: { start: 1 } })],
    ['/folderUUID', () => ({ folderUUID: NOBODY })],
    ['/folderUUID', () => ({ folderUUID: 'x' })],
    ['/assigneeUUID', () => ({ assigneeUUID: NOBODY })],
    ['/assigneeUUID', () => ({ assigneeUUID: world.mallory.userId })],
  ])('a wrong %s', async (pointer, given) => {
    const folder = await folderFor(world)
    await addClip(folder)
    const before = await storedCoaching(world)
    const answer = await assign(folder, given())
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await storedCoaching(world)).toEqual(before)
  })

  it('a folder without a clip that the caller sees', async () => {
    const folder = await folderFor(world)
    const empty = await assign(folder)
    expect([empty.status, empty.body]).toEqual([400, refusedField('/folderUUID')])
    const { conversation } = await addClip(folder)
    await hideTalk(world, conversation)
    const hidden = await assign(folder)
    expect([hidden.status, hidden.body]).toEqual([400, refusedField('/folderUUID')])
  })

  it('an assignee who sees no clip, and names the user', async () => {
    const folder = await folderFor(world)
    await addClip(folder)
    const answer = await assign(folder, { assigneeUUID: world.carol.userId })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/assigneeUUID')])
    expect(answer.body.detail).toMatch(/carol.*none of its clips/i)
  })

  it('an assignee who cannot see a personal folder', async () => {
    const mine = { myLibrary: true, userUUID: world.mark.userId }
    const folder = await folderFor(world, mine)
    await addClip(folder, world.org)
    const answer = await assign(folder)
    expect([answer.status, answer.body]).toEqual([400, refusedField('/assigneeUUID')])
    const other = await assign(folder, { assigneeUUID: world.mark.userId }, world.bob)
    expect([other.status, other.body]).toEqual([400, refusedField('/folderUUID')])
    expect((await assign(folder, { assigneeUUID: world.alice.userId })).status).toBe(201)
  })
})

describe('who may', () => {
  it('sees the folder: the people who see its library', async () => {
    const folder = await folderFor(world, { name: 'Personal', myLibrary: true, userUUID: world.bob.userId })
    await addClip(folder, world.org)
    const { uuid } = (await assign(folder, {}, world.alice)).body.data
    expect((await read(world.bob, uuid)).data).toMatchObject({ folderUUID: folder, folderName: 'Personal' })
    // Mark sees the call and the assignments of others, and not the personal library of bob.
    expect((await read(world.mark, uuid)).data).toMatchObject({ folderUUID: null, folderName: null, start: 10 })
  })

  it('reads it, without the first call, while a clip of the folder is visible', async () => {
    const folder = await folderFor(world)
    const other = await addClip(folder)
    const hidden = await addClip(folder)
    const { uuid } = (await assign(folder, { assigneeUUID: world.mark.userId }, world.bob)).body.data
    const before = (await read(world.mark, uuid)).data
    expect(before).toMatchObject({ conversationUUID: hidden.conversation })
    await hideTalk(world, hidden.conversation)
    const shown = await read(world.mark, uuid)
    expect(shown.data).toEqual({
      ...before,
      ...{ conversationUUID: other.conversation, snippetUUID: other.id },
      ...{ conversationTitle: expect.any(String), snippetTitle: expect.any(String) },
    })
    expect(JSON.stringify(shown)).not.toContain(hidden.id)
    const { data: notifications } = await inbox(world.mark)
    const one = notifications.find((entry: { folderUUID: string | null }) => entry.folderUUID === folder)
    expect(one).toMatchObject({ coachingAssignmentUUID: uuid, conversationUUID: other.conversation })
    expect(one.folderName).toBe(before.folderName)
    expect(JSON.stringify(notifications)).not.toContain(hidden.conversation)
    const list = await call(world.app, world.mark, 'GET', '/coaching-assignments', { query: { status: 'open' } })
    expect(list.body.data).toContainEqual(shown.data)
    // The assigner sees all of them.
    expect((await read(world.bob, uuid)).data).toMatchObject({ conversationUUID: hidden.conversation })
    const change = (body: object) => call(world.app, world.mark, 'PATCH', `/coaching-assignments/${uuid}`, { body })
    const comment = (
      await call(world.app, world.mark, 'POST', `/conversations/${other.conversation}/comments`, {
        body: { text: 'x' },
      })
    ).body.data.uuid
    expect((await change({ answerCommentUUID: comment })).body).toEqual(refusedField('/answerCommentUUID'))
    expect((await change({ answer: 'With silence.', done: true })).body.data).toMatchObject({ status: 'done' })
    expect((await read(world.bob, uuid)).data).toMatchObject({ answer: 'With silence.', status: 'done' })
  })

  it('shows no comment on a hidden call, which remains the answer', async () => {
    const folder = await folderFor(world)
    await addClip(folder)
    const hidden = await addClip(folder)
    const { uuid } = (await assign(folder, { assigneeUUID: world.mark.userId }, world.bob)).body.data
    const answerCommentUUID = (
      await call(world.app, world.mark, 'POST', `/conversations/${hidden.conversation}/comments`, {
        body: { text: 'Said in the hidden call' },
      })
    ).body.data.uuid
    const change = (body: object) => call(world.app, world.mark, 'PATCH', `/coaching-assignments/${uuid}`, { body })
    expect((await change({ answerCommentUUID })).status).toBe(200)
    await hideTalk(world, hidden.conversation)
    const { body } = await change({ done: false, answer: null, answerCommentUUID: null })
    expect(body.data).toMatchObject({ status: 'answered', answer: null, answerComment: null })
    expect((await read(world.bob, uuid)).data).toMatchObject({
      ...{ status: 'answered', answerComment: { commentUUID: answerCommentUUID } },
      answeredAt: expect.any(String),
    })
  })

  it('nobody who sees no clip of the folder', async () => {
    const folder = await folderFor(world)
    const { conversation } = await addClip(folder)
    const { uuid } = (await assign(folder, { assigneeUUID: world.mark.userId }, world.bob)).body.data
    expect((await read(world.mark, uuid)).status).toBe(200)
    await hideTalk(world, conversation)
    expect((await read(world.mark, uuid)).status).toBe(404)
    expect((await inbox(world.mark)).data).not.toContainEqual(expect.objectContaining({ folderUUID: folder }))
  })

  it('no other organization, no organization-level key, and nobody without a key', async () => {
    const folder = await folderFor(world)
    await addClip(folder)
    const rival = await assign(folder, {}, world.mallory)
    expect([rival.status, rival.body]).toEqual([400, refusedField('/folderUUID')])
    const key = await assign(folder, {}, world.org)
    expect([key.status, key.body]).toEqual([403, resourceError(403, 'user_required', '')])
    const body = { folderUUID: folder, assigneeUUID: world.bob.userId, question: QUESTION }
    expect((await call(world.app, undefined, 'POST', '/coaching-assignments', { body })).status).toBe(401)
  })
})
