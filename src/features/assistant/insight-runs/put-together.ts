/**
 * Answer over all conversations, written by a language model from the notes. The model cites notes, whose quotes are
 * already verified. If the notes exceed one call, groups of them are summarized first. All counts are computed here.
 */
import { estimateTokens, type LanguageModel } from '../../../core/language-model.ts'
import { isSupported, newFence } from '../answers/index.ts'
import type { NewInsightItem } from '../insights/index.ts'
import { composeHeadline } from './compose.ts'
import { formatDay, type GatheredFindings, type Marks } from './findings.ts'
import { answerTokens, createSynthesisPrompt, PUTTING_TOGETHER, putTogether } from './prompt.ts'
import { plainly } from './words.ts'

const FRAME_TOKENS = 1_000
const TEXT_MAX = 1_000
/** Maximum number of summarization rounds. Each round reduces the number of notes. */
const ROUNDS_MAX = 4
/** Maximum number of citations per sentence. */
const MARKS_MAX = 4

interface Numbered {
  readonly shown: string
  readonly text: string
  /** Texts that support the note. */
  readonly grounds: readonly string[]
  readonly behind: readonly {
    readonly id: string
    readonly isConversation: boolean
    readonly items: readonly NewInsightItem[]
  }[]
}

/** @returns undefined if no sentence of the model is supported by its notes @throws ModelFault */
export async function putTogetherByModel(
  model: LanguageModel,
  found: GatheredFindings,
  marks: Marks,
  signal: AbortSignal,
): Promise<string | undefined> {
  let notes = found.says.flatMap(({ id, kind, title, at, notes: own }): Numbered[] =>
    own.map(({ text, quotes, items }) => ({
      shown: `from “${plainly(title)}”${at === null ? '' : `, ${formatDay(at)}`}\n| ${plainly(text)}`,
      ...{ text, grounds: [text, ...quotes] },
      behind: [{ id, isConversation: kind === 'conversation', items }],
    })),
  )
  const room =
    model.contextTokens - answerTokens(model) - FRAME_TOKENS - estimateTokens(PUTTING_TOGETHER + found.question)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const groups = groupNotes(notes, Math.max(500, room))
    const made: Numbered[] = []
    for (const group of groups) made.push(...(await requestSynthesis(model, found.question, group, signal)))
    if (groups.length === 1) return made.length === 0 ? undefined : formatSynthesis(found, made, marks)
    // The number of notes didn't decrease, so further rounds wouldn't end.
    if (made.length === 0 || made.length >= notes.length) return undefined
    notes = made
  }
  return undefined
}

const estimateNoteTokens = ({ shown }: Numbered) => estimateTokens(shown) + 12

function groupNotes(notes: readonly Numbered[], room: number): Numbered[][] {
  const groups: Numbered[][] = [[]]
  let left = room
  for (const note of notes) {
    const tokens = estimateNoteTokens(note)
    if (tokens > left && groups.at(-1)?.length !== 0) {
      groups.push([])
      left = room
    }
    left -= tokens
    groups.at(-1)?.push(note)
  }
  return groups
}

async function requestSynthesis(
  model: LanguageModel,
  question: string,
  notes: readonly Numbered[],
  signal: AbortSignal,
): Promise<Numbered[]> {
  const fence = newFence()
  const data = notes.map(({ shown }, index) => `[note ${index + 1}] ${shown}`).join('\n\n')
  const { sentences } = await model.object({
    ...{
      purpose: 'insight',
      system: PUTTING_TOGETHER,
      schema: putTogether,
      maxOutputTokens: answerTokens(model),
      signal,
    },
    prompt: createSynthesisPrompt(question, `<data ${fence}>\n${data}\n</data ${fence}>`, fence),
  })
  return sentences.flatMap(({ text, notes: named }) => {
    const own = [...new Set(named)].flatMap((number) => notes[number - 1] ?? [])
    const said = [...plainly(text)].slice(0, TEXT_MAX).join('')
    const grounds = own.flatMap((note) => note.grounds)
    if (own.length === 0 || !isSupported(said, [...grounds, question])) return []
    return [{ shown: `| ${said}`, text: said, grounds: [said], behind: own.flatMap(({ behind }) => behind) }]
  })
}

function formatSynthesis(found: GatheredFindings, sentences: readonly Numbered[], marks: Marks): string {
  const lines = sentences.map(({ text, behind }) => {
    // Cites each source once.
    const apart = [...new Map(behind.map((one) => [one.id, one])).values()]
    const conversations = apart.filter(({ isConversation }) => isConversation).length
    const counted = conversations > MARKS_MAX ? ` (${conversations} calls)` : ''
    const items = apart.slice(0, MARKS_MAX).flatMap((one) => one.items.slice(0, 1))
    return `- ${text} ${marks.of(items)}${counted}`
  })
  return [composeHeadline(found), lines.join('\n')].join('\n\n')
}
