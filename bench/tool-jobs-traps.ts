/** Jobs whose obvious way fails: wrong types, ambiguous names, dates, paging, no result, and missing permissions. */
import { type Job, must, type ToolClients } from './tool-jobs.ts'

type Task = (clients: ToolClients) => Promise<string>

interface Call {
  readonly call_id: string
  readonly title: string
  readonly started_at: string
}

/** Whether an error names all of these words, so that a model can correct its call. */
function mustName(error: string, ...words: readonly string[]): void {
  for (const word of words) must(error.includes(word), `the error does not name ${word}: ${error.slice(0, 200)}`)
}

const numberAsText: Task = async ({ admin }) => {
  const { calls } = await admin.call('search_calls', { limit: '3' })
  must(calls.length === 3, `${calls.length} calls`)
  return '3 calls'
}

const clockAsTime: Task = async ({ admin }) => {
  const { calls } = await admin.call('search_calls', { title: 'price and contract' })
  const { call_id } = calls[0]
  const { id } = await admin.call('create_snippet', { call_id, start: '5:00', end: '5:20' })
  const { start } = await admin.call('get_snippet', { snippet_id: id })
  must(start === 300, `it starts at ${start}`)
  await admin.call('delete_snippet', { snippet_id: id, confirm: true })
  return '5:00 is second 300'
}

const labelsAsText: Task = async ({ admin }) => {
  const error = await admin.text('search_calls', { labels: 'Demo' })
  mustName(error, 'validation_failed', 'labels', 'an object', 'not text')
  return 'named the type'
}

const otherArgument: Task = async ({ admin }) => {
  mustName(await admin.text('search_calls', { max_results: 5 }), 'max_results', '`limit`')
  mustName(await admin.text('get_call_details', { conversation_id: 'x' }), 'call_id')
  return 'named the right argument'
}

const otherTool: Task = async ({ admin }) => {
  mustName(await admin.text('list_calls'), 'search_calls')
  return 'named the right tool'
}

const manyMistakes: Task = async ({ admin }) => {
  const error = await admin.text('create_snippet', { call_id: 'Harbor', start: 'later', end: true })
  mustName(error, '/call_id', '/start', '/end')
  return 'named all three at once'
}

const withoutConfirmation: Task = async ({ admin }) => {
  const { calls } = await admin.call('search_calls', { title: 'Fennick', limit: 1 })
  const { id } = await admin.call('create_snippet', { call_id: calls[0].call_id, start: 1, end: 9 })
  mustName(await admin.text('delete_snippet', { snippet_id: id }), 'confirm')
  await admin.call('delete_snippet', { snippet_id: id, confirm: true })
  return 'asked first'
}

const severalOfOneName: Task = async ({ admin }) => {
  const { deals, total } = await admin.call('list_opportunities', { title: 'Standard' })
  must(total > 1, `${total} deals`)
  const cobblequay = deals.find(({ title }: { title: string }) => title.startsWith('Cobblequay'))
  must(cobblequay !== undefined, 'the titles do not tell them apart')
  return `${total} deals, told apart by their titles`
}

const partOfAName: Task = async ({ admin }) => {
  const { users } = await admin.call('list_reps', { query: 'sorokin' })
  must(users.length === 1, `${users.length} people`)
  return users[0].email
}

const dayIsInclusive: Task = async ({ admin }) => {
  const { calls } = await admin.call('search_calls', { limit: 50 })
  const last = (calls as Call[])
    .map(({ started_at }) => started_at.slice(0, 10))
    .toSorted()
    .at(-1)
  const { total } = await admin.call('search_calls', { from: last, to: last })
  must(total > 0, `no call on ${last}`)
  return `${total} calls on the last day`
}

const wordAsDate: Task = async ({ admin }) => {
  mustName(await admin.text('search_calls', { from: 'yesterday' }), '/from', 'ISO 8601')
  await admin.call('search_calls', { from: '2026-11-01T10:00' })
  return 'named the form, and takes a time of the day without an offset'
}

const impossibleDay: Task = async ({ admin }) => {
  const { calls } = await admin.call('search_calls', { limit: 1 })
  const args = { call_id: calls[0].call_id, text: 'Send it', due_on: '2027-02-30' }
  mustName(await admin.text('create_task', args), 'due_on')
  return 'refused the 30th of February'
}

const allPages: Task = async ({ admin }) => {
  const ids: string[] = []
  let cursor: string | undefined
  let total = 0
  do {
    const page = await admin.call('search_calls', { limit: 7, ...(cursor === undefined ? {} : { cursor }) })
    ids.push(...page.calls.map(({ call_id }: Call) => call_id))
    total = page.total
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  must(new Set(ids).size === total && ids.length === total, `${ids.length} of ${total} calls`)
  return `${total} calls, each once`
}

const foreignCursor: Task = async ({ admin }) => {
  const { next_cursor: cursor } = await admin.call('search_calls', { limit: 2 })
  mustName(await admin.text('search_calls', { limit: 2, title: 'Harbor', cursor }), 'cursor')
  return 'refused it'
}

const wordNobodySays: Task = async ({ admin }) => {
  const { total, unknown_words: unknown } = await admin.call('search_calls', { query: 'zeppelins' })
  must(total === 0 && unknown.length === 1, `${total} calls, unknown: ${unknown}`)
  return 'said that nobody says it'
}

const filterWithoutCalls: Task = async ({ admin }) => {
  const args = { query: 'price', title: 'No such customer' }
  const { unknown_words: unknown, notice } = await admin.call('search_calls', args)
  must(unknown.length === 0 && /filters/.test(notice ?? ''), `unknown: ${unknown}, notice: ${notice}`)
  return 'said that the filters match nothing'
}

const spellingMistake: Task = async ({ admin }) => {
  const { calls, interpreted_as: read } = await admin.call('search_calls', { query: 'Wailoom' })
  must(calls.length > 0 && JSON.stringify(read).includes('Wayloom'), `${calls.length} calls`)
  return 'read it as Wayloom'
}

const nothingToSay: Task = async ({ admin }) => {
  const { answered } = await admin.call('ask_assistant', { prompt: 'Which wallpaper did the bride choose?' })
  must(answered === false, 'it answers what nobody spoke of')
  return 'did not answer'
}

const adminsOnly: Task = async ({ admin, rep }) => {
  const { teams } = await admin.call('list_teams')
  const { users } = await admin.call('list_reps', { limit: 1 })
  const [team, user] = await Promise.all([
    rep.refusal('archive_team', { team_id: teams[0].id }),
    rep.refusal('delete_user', { user_id: users[0].id, confirm: true }),
  ])
  must(team === 'admin_required' && user === 'admin_required', `${team}, ${user}`)
  return 'admin_required'
}

const hiddenCall: Task = async ({ admin, rep }) => {
  const { calls } = await admin.call('search_calls', { title: 'Marrowby', limit: 1 })
  const [{ call_id, title }] = calls as [Call]
  const error = await rep.text('get_call_details', { call_id })
  mustName(error, 'not_found', 'call')
  must(!error.includes(title), 'the error reveals the title')
  const { total } = await rep.call('search_calls', { title: 'Marrowby' })
  must(total === 0, `she finds ${total}`)
  return 'not_found, and not in her search'
}

const unknownId: Task = async ({ admin }) => {
  const call_id = '7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47'
  must((await admin.refusal('get_call_details', { call_id })) === 'not_found', 'it is found')
  mustName(await admin.text('get_call_details', { call_id: 'Harbor' }), '/call_id')
  return 'not_found, and a name is no ID'
}

const TASKS: readonly (readonly [string, Task])[] = [
  ['Wrong type: a number as text', numberAsText],
  ['Wrong type: a clock time for seconds', clockAsTime],
  ['Wrong type: a label as text', labelsAsText],
  ['An argument of another product', otherArgument],
  ['A tool of another product', otherTool],
  ['Three mistakes in one call', manyMistakes],
  ['Delete without confirmation', withoutConfirmation],
  ['Ambiguous: several deals of one name', severalOfOneName],
  ['Ambiguous: part of a name in lower case', partOfAName],
  ['Dates: calls of the last day', dayIsInclusive],
  ['Dates: a word as a date', wordAsDate],
  ['Dates: a day that does not exist', impossibleDay],
  ['Paging: all calls, each once', allPages],
  ['Paging: a cursor of another search', foreignCursor],
  ['No result: a word that nobody says', wordNobodySays],
  ['No result: filters that match nothing', filterWithoutCalls],
  ['No result: a spelling mistake', spellingMistake],
  ['No result: a question without an answer', nothingToSay],
  ['Forbidden: what only admins may do', adminsOnly],
  ['Forbidden: a call that is hidden from the caller', hiddenCall],
  ['Forbidden: an ID that does not exist', unknownId],
]

export const trapJobs: readonly Job[] = TASKS.map(([name, run]) => ({ name, kind: 'trap', run }))
