/**
 * A conversation whose every text contains a distinctive word, everything that Parley derives from it, and bob, who created
 * all of that while he saw the conversation. Admin alice owns it, so bob loses sight when she hides it.
 */
import { randomUUID } from 'node:crypto'
import { operations, tools } from '../src/catalog.ts'
import { type Answer, call } from '../src/testing/call.ts'
import { callTool } from '../src/testing/call-tool.ts'
import { codesSentTo } from '../src/testing/decks-fixtures.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { snippetFor } from '../src/testing/library-fixtures.ts'
import { putMedia } from '../src/testing/recordings-fixtures.ts'
import { wave } from '../src/testing/sound.ts'
import type { Caller, World } from '../src/testing/world.ts'
import { pathOf, type Samples, samplesOf } from './samples/index.ts'
import { toolSamplesOf } from './tool-samples/index.ts'
import type { ToolSample } from './tool-samples/sample.ts'

/** Occurs in the conversation and in what is derived from it, and nowhere else. */
export const WORD = 'quixotine'

const TALK = [
  ['Bob Baker', 'Shall we begin? Today we discuss the pricing of the quixotine scanners and the quixotine training.'],
  ['Ann Archer', 'The quixotine scanners are what our quixotine team in Rotterdam waits for since the spring.'],
  ['Bob Baker', 'The price of one quixotine scanner is four hundred euros, and you need sixty quixotine scanners.'],
  ['Ann Archer', 'Sixty quixotine scanners is what the quixotine budget of this quarter can pay for.'],
  ['Bob Baker', "Okay, let's go with sixty quixotine scanners and the three year quixotine warranty."],
  ['Ann Archer', 'Agreed, the quixotine warranty it is. I am worried about the quixotine network, though.'],
  ['Bob Baker', "I'll send you the quixotine offer with the quixotine warranty by Friday."],
  ['Ann Archer', 'Could you send me the quixotine list of the quixotine shift leaders by the end of the month?'],
] as const

export interface Scene {
  readonly world: World
  readonly conversation: string
  readonly samples: Samples
  readonly toolSamples: Readonly<Record<string, ToolSample>>
  /** Requests that bob sent with an `Idempotency-Key`, with their responses. */
  readonly repeats: readonly { readonly id: string; readonly first: Answer; readonly again: () => Promise<Answer> }[]
  /** Addresses that anybody could open before. */
  readonly links: readonly string[]
  /** Session of bob with the super agent. */
  readonly session: string
}

export async function deriveAll(world: World): Promise<Scene> {
  const { app, acme } = world
  const definitions = await definitionsFor(world)
  const conversation = await importFor(world, {
    conversationTitle: 'Quixotine pricing',
    applicationExternalID: 'derived',
    teamUUID: world.teams.north,
    opportunityID: 'deal-1',
    linkedCrmRecords: [{ code: 'account', id: 'A-1' }],
    conversationStartedAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    participants: [
      { email: 'ann@customer.example', name: 'Ann Archer' },
      { email: 'bob@acme.example', name: 'Bob Baker' },
    ],
    labels: { Topic: 'quixotine' },
    transcript: { segments: TALK.map(([speaker, text], at) => ({ speaker, text, start: at * 9, end: at * 9 + 8 })) },
  })
  const tracker = { name: 'Prices', phrases: ['price', 'warranty'] }
  await call(app, world.org, 'POST', '/trackers', { body: tracker })
  const account = { path: { id: 'account-A-1' } }
  const samples = {
    ...(await samplesOf(world, conversation, 'derived')),
    ...{ getAccount: account, listAccountConversations: account },
  }
  // The sample says of a conversation that it is masked, and what is masked plays nowhere.
  await app.store.owner.query('delete from transcript_redactions where conversation_id = $1', [conversation])
  await judge(world, conversation, definitions)
  await putMedia(world, world.org, conversation, wave({ seconds: 60, rate: 2_000 }), 'quixotine.wav')
  await app.drain(acme)
  const toolSamples = await toolSamplesOf(world, tools, samples, conversation)
  const { session_id: session } = (await callTool(app, world.bob, 'send_super_agent_message', AGENT(conversation))).data
  await talkAbout(world, conversation)
  await defineTerm(world)
  const links = await linksOf(world, conversation)
  const repeats = await repeatsOf(world, samples, conversation)
  await app.drain(acme)
  // What emails are due for, and is still unsent when sight is lost.
  const [open = ''] = links
  await app.server.inject({ method: 'GET', url: open })
  const late = { context_id: conversation, users_to_share: ['late@customer.example', 'mark@acme.example'] }
  await call(app, world.bob, 'POST', '/create_deck', { body: late })
  await app.store.owner.query('update conversations set owner_id = $2, team_id = $3 where id = $1', [
    conversation,
    world.alice.userId,
    world.teams.north,
  ])
  return { world, conversation, samples, toolSamples, repeats, links, session }
}

interface Definitions {
  readonly scorecard: string
  readonly item: string
  readonly field: string
}

/** Definitions by which the analysis scores, labels and extracts. None contains the word. */
async function definitionsFor({ app, org }: World): Promise<Definitions> {
  const create = async (path: string, body: object) => {
    const answer = await call(app, org, 'POST', path, { body })
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body.data
  }
  const options = [
    { value: 'Warehouse', description: 'Scanners and shift leaders of a warehouse.' },
    { value: 'Payroll', description: 'Wages and salaries of employees.' },
  ]
  await create('/labels', { name: 'Subject', aiFlow: true, options })
  const { id: automatic } = await create('/scorecards', { title: 'Next steps' })
  await create(`/scorecards/${automatic}/items`, { title: 'Did the seller agree on a next step with the customer?' })
  const { id: scorecard } = await create('/scorecards', { title: 'Handling' })
  const { id: item } = await create(`/scorecards/${scorecard}/items`, { title: 'Care' })
  const { uuid } = await create('/field-configurations', { name: 'Of everybody' })
  await create(`/field-configurations/${uuid}/items`, {
    ...{ title: 'Price', contents: 'What is the price of one scanner?', responseType: 'number' },
  })
  const { key: field } = await create(`/field-configurations/${uuid}/items`, { title: 'Pain' })
  return { scorecard, item, field }
}

/** Adds what people write about the conversation, and what a CRM responds to a push of its values. */
async function judge({ app, org }: World, conversation: string, { scorecard, item, field }: Definitions) {
  const results = `/conversations/${conversation}/scorecard-results/${scorecard}`
  const quote = 'I am worried about the quixotine network, though.'
  const score = { items: [{ uuid: item, score: 4, evidences: [quote] }], summaryText: `Careful with the ${WORD}.` }
  const scored = await call(app, org, 'PUT', results, { body: score })
  const confirmed = await call(app, org, 'POST', `/conversations/${conversation}/crm/confirm`, {
    body: { intelligence: [{ key: field, value: `The ${WORD} network` }] },
  })
  if (scored.status >= 300 || confirmed.status !== 200) throw new Error(scored.text + confirmed.text)
  await app.store.owner.query('update integration_runs set said = $2 where conversation_id = $1', [
    conversation,
    `The value "${WORD}" is too long.`,
  ])
}

/** Comments of alice and a question for bob, who is notified: by email at once, and in the digest, which is still due. */
async function talkAbout({ app, acme, alice, bob }: World, conversation: string) {
  const comment = async (body: object) => {
    const answer = await call(app, alice, 'POST', `/conversations/${conversation}/comments`, { body })
    if (answer.status !== 201) throw new Error(answer.text)
  }
  const choose = (mention: string) => call(app, bob, 'PATCH', '/notification-settings', { body: { mention } })
  await choose('email')
  await comment({ text: `@${bob.email}, who said ${WORD}?`, words: { firstSegment: 5 } })
  await app.drain(acme)
  await choose('daily_digest')
  await comment({ text: `@${bob.email}, the ${WORD} budget is theirs.`, time: { start: 28 } })
  const body = { conversationUUID: conversation, assigneeUUID: bob.userId, question: `Why did they say ${WORD}?` }
  const assigned = await call(app, alice, 'POST', '/coaching-assignments', { body })
  if (assigned.status !== 201) throw new Error(assigned.text)
  const kept = { conversationUUID: conversation, assigneeUUID: bob.userId, text: `Send the ${WORD} budget.` }
  const task = await call(app, alice, 'POST', '/tasks', { body: kept })
  if (task.status !== 201) throw new Error(task.text)
}

/** A glossary term, so that corrections are suggested for a line with the word. It doesn't contain the word. */
async function defineTerm({ app, org }: World) {
  const body = { term: 'Roterdam', misheard: ['Rotterdam'] }
  const { status, text } = await call(app, org, 'POST', '/glossary', { body })
  if (status !== 201) throw new Error(text)
}

const AGENT = (conversation: string) => ({ message: `What was said about the price in call ${conversation}?` })

/** Public clip, its recording, public deck, address of the recording. */
async function linksOf(world: World, conversation: string): Promise<string[]> {
  const { app, acme, bob } = world
  const clip = {
    conversation_id: conversation,
    internal: false,
    notify_views: true,
    video: { start_time: 0, end_time: 40 },
  }
  const { share_code } = await snippetFor(world, clip)
  const email = 'link@customer.example'
  await call(app, bob, 'POST', '/create_deck', { body: { context_id: conversation, users_to_share: [email] } })
  await app.drain(acme)
  const media = await call(app, bob, 'GET', `/conversations/${conversation}/media-link`)
  const [code = ''] = codesSentTo(world, email)
  return [
    `/s/${share_code}`,
    `/s/${share_code}/recording`,
    `/d/${code}`,
    new URL(media.body.data.url as string).pathname,
  ]
}

/** Every POST that bob may send, with a key, and questions that its samples don't ask. */
async function repeatsOf(world: World, samples: Samples, conversation: string): Promise<Scene['repeats']> {
  const { app, bob } = world
  const asked = { prompt: 'What is the price of one scanner?' }
  const posts = [
    ...operations
      .filter(({ rest }) => rest.method === 'POST')
      .map(({ id, rest }) => ({ id, path: pathOf(rest.path, samples[id] ?? {}), body: samples[id]?.body })),
    {
      id: 'askAssistant',
      path: '/ask_assistant',
      body: { ...asked, context_type: 'team', context_id: world.teams.north },
    },
    { id: 'askAssistantV2', path: '/ask_assistant/v2', body: { ...asked, conversation_ids: [conversation] } },
    { id: 'askAssistantV2', path: '/ask_assistant/v2', body: asked },
    { id: 'createInsight', path: '/gi', body: { ...asked, user_uuid: bob.userId, conversation_ids: [conversation] } },
  ]
  const repeats: { id: string; first: Answer; again: () => Promise<Answer> }[] = []
  for (const { id, path, body } of posts) {
    const headers = { ...samples[id]?.headers, 'idempotency-key': randomUUID() }
    const again = () => call(app, bob, 'POST', path, { headers, ...(body === undefined ? {} : { body }) })
    const first = await again()
    if (first.status < 300) repeats.push({ id, first, again })
  }
  return repeats
}

export type Reader = Caller | undefined
