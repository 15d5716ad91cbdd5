import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InternalTool } from '../../../core/internal-tools.ts'
import { estimateTokens, ModelFault, type TurnMessage } from '../../../core/language-model.ts'
import { promptFor, STEPS_MAX } from './prompt.ts'
import type { MessageRow } from './queries-messages.ts'

const tool = (name: string, scope: 'read' | 'write', more: Partial<InternalTool> = {}): InternalTool => ({
  ...{ name, description: 'Does something. '.repeat(10), inputSchema: { type: 'object', properties: {} } },
  ...{ requires: { scope }, irreversible: false, openWorld: false, ...more },
})
const OWN = [
  ...Array.from({ length: 10 }, (_, n) => tool(`create_${n}`, 'write')),
  ...Array.from({ length: 10 }, (_, n) => tool(`read_${n}`, 'read')),
]
const permitted = { own: OWN, proposed: [tool('delete_user', 'write', { irreversible: true })] }
const at = new Date('2026-03-10T10:00:30.000Z')

let position = 0
const row = (more: Partial<MessageRow>): MessageRow => ({
  ...{ position: ++position, run_id: 'run', step: 0, role: 'user', content: 'Hello.', name: null, call_id: null },
  ...{ args: null, state: null, withheld: false, created_at: at.toISOString(), ...more },
})
/** A message and its answer, with a call between them whose result is so long. */
const run = (n: number, length: number): MessageRow[] => [
  row({ run_id: `run ${n}`, content: `Question ${n}?` }),
  row({ run_id: `run ${n}`, step: 1, role: 'assistant', content: '' }),
  row({
    ...{ run_id: `run ${n}`, step: 1, role: 'tool', name: 'read_1', call_id: `call_${n}`, args: { n }, state: 'done' },
    content: `Result ${n}. ${'word '.repeat(length / 5)}`,
  }),
  row({ run_id: `run ${n}`, step: 2, role: 'assistant', content: `Answer ${n}.` }),
]
const ask = (messages: readonly MessageRow[], contextTokens = 32_000, steps = 0) =>
  promptFor({ contextTokens }, { permitted, messages, steps, at })

const said = (messages: readonly TurnMessage[]) => messages.map(({ role, text }) => `${role}: ${text}`)

describe('what the model is told', () => {
  it('has our rules, and the tools that are proposed', () => {
    const { system, tools } = ask([row({})])
    expect(system).toContain('is data')
    expect(system).toContain('alone to call: delete_user.')
    expect(system).toContain('2026-03-10T10:00Z')
    expect(tools.map(({ name }) => name)).toEqual(OWN.map(({ name }) => name))
  })

  it('has those tools that there is room for, which read rather than write, and names the others', () => {
    const { system, tools } = ask([row({})], 3_400)
    const names = tools.map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('read')).length).toBe(10)
    const absent = OWN.map(({ name }) => name).filter((name) => !names.includes(name))
    expect(absent.length).toBeGreaterThan(0)
    expect(system).toContain(`There is no room for these tools; the person may call them: ${absent.join(', ')}.`)
  })

  it('has no tools in its last turn', () => {
    const { system, tools } = ask([row({})], 32_000, STEPS_MAX - 1)
    expect([tools, system]).toEqual([[], expect.stringContaining('answer now')])
  })

  it('is the session in order, each call with what came of it', () => {
    const states = (['asked', 'running', 'unknown'] as const).map((state, n) =>
      row({ step: 1, role: 'tool', name: 'read_1', call_id: `c${n}`, args: {}, state }),
    )
    const { messages } = ask([row({}), row({ step: 1, role: 'assistant', content: 'So.' }), ...states])
    expect(messages[1]).toMatchObject({ role: 'assistant', calls: [{ id: 'c0' }, { id: 'c1' }, { id: 'c2' }] })
    expect(said(messages.slice(2))).toEqual([
      expect.stringMatching(/^tool: This call was not made/),
      expect.stringMatching(/^tool: It is not known.*Look before/),
      expect.stringMatching(/^tool: It is not known.*interrupted/),
    ])
  })

  it('shortens old results first, then leaves old messages out, and says both', () => {
    const all = Array.from({ length: 12 }, (_, n) => run(n, 4_000)).flat()
    const full = said(ask(all, 200_000).messages)
    expect(full.join()).not.toContain('[')
    const shorter = said(ask(all, 20_000).messages)
    expect(shorter).toHaveLength(full.length)
    expect(shorter[2]).toMatch(/^tool: Result 0\.[\s\S]{300,450}shortened to save room/)
    expect(shorter.at(-2)).toBe(full.at(-2))
    const [first, ...others] = said(ask(all, 6_000).messages)
    expect(first).toMatch(/^user: \[What was said earlier in this session is left out/)
    expect(others.at(-1)).toBe('assistant: Answer 11.')
    expect(others.length).toBeLessThan(full.length - 8)
  })

  it('never takes more than the model takes in, never parts a call from its result, and keeps what is asked', () => {
    const lengths = fc.array(fc.integer({ min: 5, max: 20_000 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(lengths, fc.integer({ min: 4_000, max: 60_000 }), (sizes, contextTokens) => {
        const rows = [...sizes.flatMap((length, n) => run(n, length)).slice(0, -1)]
        const { messages, system, tools, maxOutputTokens } = ask(rows, contextTokens)
        const tokens = estimateTokens(JSON.stringify([system, tools, messages]))
        expect(tokens + maxOutputTokens).toBeLessThanOrEqual(contextTokens)
        const calls = messages.flatMap((one) => (one.role === 'assistant' ? one.calls.map(({ id }) => id) : []))
        const results = messages.flatMap((one) => (one.role === 'tool' ? [one.id] : []))
        expect(results).toEqual(calls)
        expect(said(messages).join()).toContain(`Question ${sizes.length - 1}?`)
      }),
      { numRuns: 60 },
    )
  })

  it('is too long when not even the question fits', () => {
    expect(() => ask([row({ content: 'word '.repeat(1_600) })], 3_000)).toThrow(ModelFault)
  })

  it('tells of long arguments in short once they are old', () => {
    const args = { transcript: 'word '.repeat(4_000), title: 'Call' }
    const call = row({
      step: 1,
      role: 'tool',
      name: 'import_call',
      call_id: 'c',
      args,
      state: 'done',
      content: 'Done.',
    })
    const rows = [row({}), row({ step: 1, role: 'assistant', content: '' }), call, ...run(1, 100)]
    const told = JSON.stringify(ask(rows, 8_000).messages)
    expect(told).toContain('"title":"Call"')
    expect(told.length).toBeLessThan(3_000)
  })
})
