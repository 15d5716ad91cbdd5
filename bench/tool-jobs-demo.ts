/** Jobs over the demo, as people in sales, customer success and support give them. */
import { type Job, must, type ToolClients } from './tool-jobs.ts'

type Task = (clients: ToolClients) => Promise<string>

interface Named {
  readonly id: string
  readonly title: string
}

async function newestCall({ admin }: ToolClients, title: string) {
  const { calls } = await admin.call('search_calls', { title, limit: 50 })
  const [newest] = calls.toSorted((a: { started_at: string }, b: { started_at: string }) =>
    b.started_at < a.started_at ? -1 : 1,
  )
  must(newest !== undefined, `no call has ${title} in its title`)
  return newest as { call_id: string; title: string; started_at: string }
}

const reviewLatestCall: Task = async (clients) => {
  const call = await newestCall(clients, 'Harbor')
  must(call.title.endsWith('first review'), `the newest call is ${call.title}`)
  const { summary, participants } = await clients.admin.call('get_call_details', { call_id: call.call_id })
  must(summary.includes('windows') && participants.length >= 3, 'the summary or the participants are missing')
  return `${participants.length} participants of “${call.title}”`
}

const proveClaim: Task = async ({ admin }) => {
  const prompt = 'Why did Ottermoor stop signing contracts?'
  const { answered, citations } = await admin.call('ask_assistant', { prompt })
  must(answered && citations.length > 0, 'there is no answer')
  const [{ call_id, quote, segment }] = citations
  const { segments } = await admin.call('get_call_details', {
    ...{ call_id, include: ['transcript'], from_segment: segment, limit: 1 },
  })
  must(segments[0].text.includes(quote) || quote.includes(segments[0].text), 'the quote is not in the transcript')
  return quote.slice(0, 60)
}

const clipCitation: Task = async ({ admin }) => {
  const { citations } = await admin.call('ask_assistant', { prompt: 'What does the restore of a backup take?' })
  const timed = citations.find(({ start }: { start: number | null }) => start !== null)
  must(timed !== undefined, 'no citation has a time')
  const { call_id, start, end } = timed
  const { id, url } = await admin.call('create_snippet', { call_id, start, end, title: 'Restore' })
  must(typeof url === 'string', 'the clip has no address')
  await admin.call('delete_snippet', { snippet_id: id, confirm: true })
  return `${start} to ${end} s`
}

const followPromise: Task = async (clients) => {
  const { call_id } = await newestCall(clients, 'Cobblequay')
  const made = await clients.admin.call('create_task', { call_id, text: 'Send the names', promised_by: 'Lena Sorokin' })
  const done = await clients.admin.call('update_task', { task_id: made.id, status: 'done' })
  const { tasks } = await clients.admin.call('list_tasks', { call_id, status: ['done'] })
  must(done.status === 'done' && tasks.some(({ id }: Named) => id === made.id), 'the task is not done')
  return `${made.text}, by ${made.assignee}`
}

const reviewDeal: Task = async ({ admin }) => {
  const { deals } = await admin.call('list_opportunities', { title: 'Ottermoor' })
  must(deals.length === 1, `${deals.length} deals`)
  const { deal } = await admin.call('get_opportunity_overview', { opportunity_id: deals[0].id })
  must(deal.calls.length >= 4 && deal.people.length >= 3, 'calls or people are missing')
  return `${deal.calls.length} calls with ${deal.people.length} people`
}

const compareOutcomes: Task = async ({ admin }) => {
  const totals = []
  for (const outcome of ['open', 'won', 'lost'])
    totals.push((await admin.call('list_opportunities', { outcome })).total)
  const { total } = await admin.call('list_opportunities')
  must(totals.reduce((sum, one) => sum + one, 0) === total, `${totals.join(' + ')} is not ${total}`)
  return `${totals.join(', ')} of ${total}`
}

const scoreRep: Task = async ({ admin }) => {
  const { scorecards } = await admin.call('get_scorecards', { limit: 50 })
  const { users } = await admin.call('list_reps', { query: 'Priya Raman' })
  for (const { id } of scorecards as Named[]) {
    const { results } = await admin.call('list_scorecard_results', { scorecard_id: id, owner_id: users[0].id })
    if (results.length > 0) return `${results.length} results of ${users[0].email}`
  }
  throw new Error('Priya has no score')
}

const reportTeam: Task = async ({ admin }) => {
  const { teams } = await admin.call('list_teams')
  const { id } = teams.find(({ name }: { name: string }) => name === 'Sales')
  const { totals, reps } = await admin.call('get_team_report', { team_id: id, period: 'month' })
  must(totals !== null && reps.length >= 3, `${reps.length} reps`)
  return `${reps.length} reps`
}

const discussMoment: Task = async (clients) => {
  const { call_id } = await newestCall(clients, 'Pellwater')
  const { thread_id } = await clients.admin.call('add_comment', { call_id, text: 'Why here?', start: 30 })
  await clients.admin.call('resolve_comment', { thread_id })
  const { threads } = await clients.admin.call('list_comments', { call_id, state: 'resolved' })
  must(JSON.stringify(threads).includes(thread_id), 'the thread is not resolved')
  return 'asked and resolved'
}

const labelMany: Task = async ({ admin }) => {
  const { labels } = await admin.call('list_labels')
  const [label] = labels
  const [option] = label.options
  const { calls } = await admin.call('search_calls', { title: 'Marrowby', limit: 10 })
  const call_ids = calls.map(({ call_id }: { call_id: string }) => call_id)
  const set = { [label.name ?? label.category]: option.value ?? option }
  await admin.call('label_calls', { call_ids, set })
  const found = await admin.call('search_calls', { title: 'Marrowby', labels: set, limit: 10 })
  must(found.total === call_ids.length, `${found.total} of ${call_ids.length} calls have the label`)
  return `${call_ids.length} calls`
}

const followTracker: Task = async ({ admin }) => {
  const { trackers } = await admin.call('list_trackers')
  for (const { id, name } of trackers) {
    const { total } = await admin.call('list_tracker_hits', { tracker_id: id })
    if (total > 0) return `${name}: ${total} calls`
  }
  throw new Error('no tracker has a hit')
}

const teachTerm: Task = async ({ admin }) => {
  await admin.call('set_glossary_term', { term: 'Fenwick planner', aliases: ['planner of Fenwick'], kind: 'product' })
  const { terms } = await admin.call('list_glossary', { query: 'Fenwick' })
  must(terms.length === 1, `${terms.length} terms`)
  await admin.call('delete_glossary_term', { term_id: terms[0].id, confirm: true })
  return 'stored, found, deleted'
}

const hideAndRestore: Task = async (clients) => {
  const { call_id } = await newestCall(clients, 'Saltmarsh')
  await clients.admin.call('archive_call', { call_id })
  const hidden = await clients.admin.call('search_calls', { title: 'Saltmarsh' })
  await clients.admin.call('restore_call', { call_id })
  const shown = await clients.admin.call('search_calls', { title: 'Saltmarsh' })
  must(shown.total === hidden.total + 1, `${hidden.total} calls, then ${shown.total}`)
  return `${hidden.total} calls, then ${shown.total}`
}

const ownWork: Task = async ({ rep }) => {
  const me = await rep.call('get_me')
  const { calls, total } = await rep.call('search_calls', { owner_id: me.user.id, limit: 5 })
  must(total > 0 && calls.length > 0, 'she has no calls')
  return `${total} calls of ${me.user.email}`
}

const TASKS: readonly (readonly [string, Task])[] = [
  ['Review the latest call with Harbor', reviewLatestCall],
  ['Prove why Ottermoor stopped, word for word', proveClaim],
  ['Make a clip of what an answer cites', clipCitation],
  ['Keep a promise as a task, and complete it', followPromise],
  ['Review one deal', reviewDeal],
  ['Count open, won and lost deals', compareOutcomes],
  ['Find the scores of a rep', scoreRep],
  ['Report on a team', reportTeam],
  ['Discuss a moment, and resolve the thread', discussMoment],
  ['Label all calls with an account', labelMany],
  ['Find the calls of a tracker', followTracker],
  ['Teach a term, and delete it', teachTerm],
  ['Archive a call, and restore it', hideAndRestore],
  ['List the calls of the person who asks', ownWork],
]

export const demoJobs: readonly Job[] = TASKS.map(([name, run]) => ({ name, kind: 'demo', run }))
