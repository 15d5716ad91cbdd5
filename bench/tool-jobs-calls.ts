/** Jobs over the Zoom calls, by an admin: finding, reading, proving, cutting, filing and setting up. */
import type { EvaluationData } from './eval-data.ts'
import { createToolClient } from './tool-client.ts'
import { type Job, must, type ToolClients } from './tool-jobs.ts'

interface Walk {
  readonly tools: ToolClients['admin']
  readonly data: EvaluationData
  readonly mcp: string
}

type Task = (walk: Walk) => Promise<string>

/** Names of jobs, and functions that do them. They return what they found, or throw if the job did not end right. */
const TASKS: readonly (readonly [string, Task])[] = [
  ['Who am I, and who are my colleagues?', whoAmI],
  ['Find the call in which something was decided', findTheCall],
  ['Read a long call from its beginning to its end', readItAll],
  ['What was promised, with proof', whatWasPromised],
  ['Make a clip of the moment and share it', makeAClip],
  ['File a call that was recorded elsewhere', fileACall],
  ['Sort calls by a label', sortByLabel],
  ['Answer from the price list', answerFromKnowledge],
  ['Set up a team and invite somebody', setUpATeam],
  ['Set up how calls are judged, and what is taken from them', setUpScorecard],
  ['Give a program a key, and take it away', lendAKey],
]

export const toCallJobs = (data: EvaluationData, mcp: string): readonly Job[] =>
  TASKS.map(([name, task]) => ({ name, kind: 'calls', run: ({ admin }) => task({ tools: admin, data, mcp }) }))

async function whoAmI({ tools }: Walk): Promise<string> {
  const me = await tools.call('get_me')
  const { users } = await tools.call('list_reps', { query: me.user.email })
  must(
    users.some(({ id }: { id: string }) => id === me.user.id),
    'I am not among my colleagues',
  )
  return `${me.user.email}, ${me.role}`
}

/** A point that was noted of a call, in the words of whoever noted it. */
async function findTheCall({ tools, data }: Walk): Promise<string> {
  const wanted = data.points.slice(0, 20)
  let found = 0
  for (const { text, meeting_id } of wanted) {
    const { calls } = await tools.call('search_calls', { query: text.slice(0, 1000), limit: 5 })
    const { call } = await tools.call('get_call_details', { call_id: calls[0].call_id, include: [] })
    if (call.title === titleOf(data, meeting_id)) found++
  }
  must(found >= wanted.length * 0.75, `only ${found} of ${wanted.length} points led to their call first`)
  return `${found} of ${wanted.length} points led to their call first`
}

function titleOf({ calls }: EvaluationData, id: string): string | undefined {
  return calls.find((one) => one.id === id)?.title
}

async function idOf({ tools }: Walk, title: string): Promise<string> {
  const { calls } = await tools.call('search_calls', { title })
  must(calls.length > 0, `no call is titled ${title}`)
  return calls[0].call_id
}

async function readItAll(walk: Walk): Promise<string> {
  const [longest] = walk.data.calls.toSorted((a, b) => b.segments.length - a.segments.length)
  if (longest === undefined) throw new Error('there are no calls')
  const call_id = await idOf(walk, longest.title)
  const read: string[] = []
  let windows = 0
  for (let cursor: string | null | undefined; cursor !== null; windows++) {
    const at = cursor === undefined ? {} : { cursor }
    const answer = await walk.tools.call('get_call_details', { call_id, include: ['transcript'], limit: 500, ...at })
    read.push(...answer.segments.map(({ text }: { text: string }) => text))
    cursor = answer.next_cursor ?? null
  }
  const said = longest.segments.map(({ text }) => text.trim())
  must(read.join('\n') === said.join('\n'), 'what was read is not what was said')
  return `${read.length} segments in ${windows} windows, word for word`
}

async function whatWasPromised(walk: Walk): Promise<string> {
  const [call] = walk.data.calls
  const call_id = await idOf(walk, call?.title ?? '')
  const { output, citations, answered } = await walk.tools.call('ask_assistant', {
    ...{ prompt: 'What did people say they will do next?', call_ids: [call_id] },
  })
  must(answered && output !== '' && citations.length > 0, 'there is no answer')
  for (const { quote } of citations) {
    must(call?.segments.some(({ text }) => text.includes(quote)) === true, `nobody said: ${quote}`)
  }
  const said = await walk.tools.call('ask_assistant', {
    ...{ prompt: 'Which wallpaper did the bride choose for the aquarium?', call_ids: [call_id] },
  })
  must(said.answered === false, 'it answers what nobody spoke of')
  return `${citations.length} quotes, all said; and an honest no`
}

async function makeAClip({ tools, data }: Walk): Promise<string> {
  const [point] = data.points
  const { calls } = await tools.call('search_calls', { query: point?.text.slice(0, 1000), limit: 1 })
  const [found] = calls
  const [moment] = found.moments
  const start = Math.max(0, Math.floor(moment.start))
  const call_id = found.call_id
  const made = await tools.call('create_snippet', { call_id, start, end: start + 30, title: 'The moment' })
  const read = await tools.call('get_snippet', { snippet_id: made.id })
  const { snippets } = await tools.call('list_snippets', { call_id })
  must(read.start === start && snippets.length === 1, 'the clip is not where it was cut')
  must((await fetch(made.url)).status < 500, 'its page does not open')
  await tools.call('update_snippet', { snippet_id: made.id, title: 'The moment it was decided' })
  await tools.call('delete_snippet', { confirm: true, snippet_id: made.id })
  must((await tools.refusal('get_snippet', { snippet_id: made.id })) === 'not_found', 'the clip is still there')
  return `second ${start} of “${found.title}”`
}

async function fileACall({ tools }: Walk): Promise<string> {
  const transcript =
    'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Dana>We ship the zeppelin catalogue on Friday.\n\n00:05.000 --> 00:07.000\n<v Eli>Good. I will tell the printer.'
  const { call_id } = await tools.call('import_call', {
    transcript,
    title: 'Zeppelin sync',
    started_at: '2026-03-02T09:00:00Z',
  })
  await tools.call('update_call', { call_id, title: 'Zeppelin catalogue sync' })
  const found = await tools.call('search_calls', { query: 'zeppelin catalogue' })
  must(found.calls[0].call_id === call_id, 'what was filed is not found')
  must(found.calls[0].moments[0].quote.includes('zeppelin catalogue'), 'its words are not quoted')
  await tools.call('archive_call', { call_id })
  const after = await tools.call('search_calls', { query: 'zeppelin catalogue' })
  must(
    after.calls.every((one: { call_id: string }) => one.call_id !== call_id),
    'it is still found',
  )
  return 'stored, renamed, found by its words, archived'
}

async function sortByLabel({ tools, data }: Walk): Promise<string> {
  const label = await tools.call('create_label', {
    name: 'Kind of call',
    options: [{ value: 'Breakout' }, { value: 'Plenary' }],
  })
  const { calls } = await tools.call('search_calls', { limit: 3 })
  for (const call of calls) {
    await tools.call('change_conversation_labels', {
      call_id: call.call_id,
      set: { 'Kind of call': 'Breakout' },
    })
  }
  const sorted = await tools.call('search_calls', { labels: { 'Kind of call': 'Breakout' }, limit: 50 })
  must(sorted.total === 3 && data.calls.length > 3, `${sorted.total} calls have the label`)
  await tools.call('delete_label', { confirm: true, label_id: label.id })
  return '3 of all calls have it, and are found by it'
}

async function answerFromKnowledge({ tools }: Walk): Promise<string> {
  const content =
    '# Prices\n\n## Starter\n\nThe starter plan costs 19 euros a month for five users.\n\n## Enterprise\n\nThe enterprise plan is sold by the year.'
  const { id } = await tools.call('create_knowledge_source', { title: 'Price list', content })
  const { passages } = await tools.call('search_knowledge', { query: 'What does the starter plan cost?' })
  must(JSON.stringify(passages[0]).includes('19 euros'), 'the price is not found')
  const { results } = await tools.call('search', { query: 'starter plan costs' })
  const document = await tools.call('fetch', {
    id: results.find((one: { title: string }) => one.title === 'Price list')?.id,
  })
  must(document.text.includes('19 euros'), 'the document does not say it')
  const { output, answered } = await tools.call('ask_assistant', {
    prompt: 'How much does the starter plan cost?',
    knowledge_base: true,
  })
  must(answered && output.includes('19 euros'), 'there is no answer from it')
  await tools.call('delete_knowledge_source', { confirm: true, source_id: id })
  return output.split('\n')[0]
}

async function setUpATeam({ tools }: Walk): Promise<string> {
  const me = await tools.call('get_me')
  const team = await tools.call('create_team', { name: 'Renewals' })
  await tools.call('add_team_member', { team_id: team.id, user_id: me.user.id })
  const { members } = await tools.call('get_team_members', { team_id: team.id })
  must(members.length === 1 && members[0].id === me.user.id, 'I am not in the team')
  const invitation = await tools.call('invite_user', { email: 'dana@parley.invalid', team_ids: [team.id] })
  await tools.call('update_invitation', { invitation_id: invitation.id, first_name: 'Dana' })
  const { invitations } = await tools.call('list_invitations')
  must(
    invitations.some(({ id }: { id: string }) => id === invitation.id),
    'the invitation is not listed',
  )
  await tools.call('delete_invitation', { confirm: true, invitation_id: invitation.id })
  await tools.call('remove_team_member', { team_id: team.id, user_id: me.user.id })
  await tools.call('archive_team', { team_id: team.id })
  return 'made, joined, invited, taken back'
}

async function setUpScorecard({ tools }: Walk): Promise<string> {
  const scorecard = await tools.call('create_scorecard', { title: 'Discovery' })
  const scorecard_id = scorecard.id
  await tools.call('create_scorecard_item', { scorecard_id, title: 'Were needs asked for?' })
  await tools.call('create_scorecard_item', { scorecard_id, title: 'Was a next step agreed?' })
  const { items } = await tools.call('get_scorecard_details', { scorecard_id })
  must(items.length === 2, `${items.length} items`)
  const { id: configuration_id } = await tools.call('create_field_configuration', { name: 'Deal' })
  await tools.call('create_field_configuration_item', { configuration_id, title: 'Budget', response_type: 'number' })
  const listed = await tools.call('list_field_configuration_items', { configuration_id })
  must(listed.total === 1, 'the field is not listed')
  await tools.call('delete_scorecard', { confirm: true, scorecard_id })
  await tools.call('delete_field_configuration', { confirm: true, configuration_id })
  return 'two questions to judge by, one field to take'
}

async function lendAKey({ tools, mcp }: Walk): Promise<string> {
  const key = await tools.call('create_api_key', { name: 'nightly', org_level: true, expiry_hours: 1 })
  const program = createToolClient(mcp, key.token)
  const me = await program.call('get_me')
  must(me.user === null, 'an org-level key is somebody')
  must((await program.refusal('list_actions')) === 'user_required', 'it may do what only people may')
  await tools.call('delete_api_key', { confirm: true, key_id: key.id })
  must((await program.refusal('get_me')) === '401', 'it still works')
  return 'worked, and ended at once'
}
