import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { sourceFor } from '../../../testing/knowledge-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { LAUNCH, SALARIES } from '../../../testing/sample-transcripts.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let launch: string
let salaries: string
beforeAll(async () => {
  world = await createWorld()
  const ofNorth = { teamUUID: world.teams.north }
  launch = await importFor(world, {
    ...ofNorth,
    conversationTitle: 'Launch | plan',
    conversationStartedAt: '2026-03-01T10:00:00Z',
    opportunityID: 'deal-7',
    transcript: { segments: LAUNCH },
  })
  salaries = await importFor(world, {
    ...ofNorth,
    conversationTitle: 'Salaries',
    private: true,
    transcript: { segments: SALARIES },
  })
  await sourceFor(world, { title: 'Handbook', content: 'The office in Rotterdam opens at nine in the morning.' })
  await world.app.drain(world.acme)
})

type Args = Record<string, unknown>
const ask = (args: Args, caller: Caller = world.org) => callTool(world.app, caller, 'ask_assistant', args)
const WHEN = 'When is the launch of the mobile app?'
const SALARY = 'What salary did the candidate ask for?'

describe('does', () => {
  it('answers from the calls named, with quotes that say who and when', async () => {
    const { data, text } = await ask({ call_ids: [launch], prompt: WHEN })
    expect(data).toMatchObject({ answered: true, calls_used: [launch] })
    expect(data.citations).toContainEqual({
      ...{
        call_id: launch,
        source_id: null,
        title: 'Launch | plan',
        speaker: 'Ben',
        start: 80,
        end: expect.any(Number),
        segment: 8,
      },
      quote: expect.stringContaining('fourth of May'),
      ...{ passage: 0, key: expect.stringContaining('fourth of May') },
      url: expect.stringMatching(`/conversations/${launch}#t=80$`),
    })
    expect(text).toContain(data.output)
    expect(text).toMatch(
      new RegExp(`^> 1:20 Ben: .*fourth of May.* \\(Launch \\\\\\| plan, call_id ${launch}, \\S+#t=80\\)$`, 'm'),
    )
  })

  it('answers from those of an opportunity, or that filters mean, or from all', async () => {
    for (const args of [
      { opportunity_id: 'deal-7' },
      { from: '2026-03-01', to: '2026-03-02' },
      { title: 'launch' },
      {},
    ]) {
      const { data } = await ask({ ...args, prompt: WHEN }, world.mark)
      expect(data).toMatchObject({ answered: true, calls_used: [launch] })
    }
    expect((await ask({ to: '2026-02-01', prompt: WHEN })).data).toMatchObject({ answered: false, calls_used: [] })
  })

  it('answers from the knowledge base', async () => {
    const { data, text } = await ask({ knowledge_base: true, prompt: 'When does the office in Rotterdam open?' })
    expect(data).toMatchObject({ answered: true, calls_used: [], citations: [{ call_id: null, title: 'Handbook' }] })
    expect(text).toMatch(/\(Handbook, source_id [\da-f-]{36}, \S+\/knowledge\/[\da-f-]{36}\)/)
  })

  it('says when there is no answer, and quotes nothing', async () => {
    const { data, text } = await ask({ call_ids: [launch], prompt: SALARY })
    expect(data).toMatchObject({ answered: false, citations: [], calls_used: [] })
    expect([text, data.related]).toEqual([data.output, []])
  })
})

describe('refuses', () => {
  it.each<[string, Args, string]>([
    ['no prompt', {}, '/prompt'],
    ['one that is too long', { prompt: 'x'.repeat(4_001) }, '/prompt'],
    ['calls and filters', { prompt: 'x', call_ids: [NOBODY], title: 'y' }, '/call_ids'],
    ['calls and knowledge', { prompt: 'x', call_ids: [NOBODY], knowledge_base: true }, '/call_ids'],
    ['knowledge and filters', { prompt: 'x', knowledge_base: true, from: '2026-01-01' }, '/knowledge_base'],
    ['no call', { prompt: 'x', call_ids: [] }, '/call_ids'],
    ['too many calls', { prompt: 'x', call_ids: Array.from({ length: 26 }, () => NOBODY) }, '/call_ids'],
    ['a date that is none', { prompt: 'x', from: 'May' }, '/from'],
  ])('%s', async (_, args, pointer) => {
    expect((await ask(args)).error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })

  it('an opportunity that is not there', async () => {
    for (const id of ['deal-8', NOBODY]) {
      const { error } = await ask({ prompt: WHEN, opportunity_id: id })
      expect(error).toMatchObject({ code: 'not_found', reason: 'opportunity_not_found' })
    }
  })
})

describe('who may', () => {
  it('is everyone, of what they see: nothing is answered from a hidden call', async () => {
    expect((await ask({ prompt: SALARY }, world.bob)).data).toMatchObject({ answered: true, calls_used: [salaries] })
    for (const caller of [world.mark, world.carol, world.mallory]) {
      const { data, text } = await ask({ prompt: SALARY }, caller)
      expect(data).toMatchObject({ answered: false, citations: [] })
      expect(text).not.toMatch(/seventy|Salaries/)
      const named = await ask({ prompt: SALARY, call_ids: [salaries] }, caller)
      expect(named.error.code).toBe('not_found')
      expect(named).toEqual(await ask({ prompt: SALARY, call_ids: [NOBODY] }, caller))
    }
    expect((await ask({ prompt: WHEN, opportunity_id: 'deal-7' }, world.carol)).error.code).toBe('not_found')
  })
})
