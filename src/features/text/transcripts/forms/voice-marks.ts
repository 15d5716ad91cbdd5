/** Marks of a change of the speaker in captions that name nobody: `>>` of broadcasts, and dashes of dialogues. */

/** Part of a caption that one person says. */
export interface MarkedPart {
  readonly text: string
  /** Mark before the part. Undefined if the person before it can continue. */
  readonly mark: 'broadcast' | 'dash' | undefined
}

/** `>>` for a new speaker, `>>>` for a new topic. WebVTT escapes them. */
const BROADCAST = /(?:>{2,3}|(?:&gt;){2,3})[ \t\u00a0]*/g
/** A dash before words. It isn't a minus sign, and in texts with dashes between numbers no list. */
const DASH = /^[-\u2010\u2011\u2013\u2014][ \t\u00a0]?(?=["'“”„«¿¡‘’([♪…]*[\p{L}♪])/u
const INNER_DASH = /[-\u2010\u2011\u2013\u2014][ \t\u00a0]?(?=["'“”„«¿¡‘’([♪…]*[\p{L}♪])/gu
/** End of a sentence, before a mark within a line. */
const ENDED = /[.?!…:"”’»)\]♪—–-]$/
/** Minimum number of captions with one dash, if none has two. */
const DASHES_MIN = 2

/**
 * Splits captions at the marks, and removes them. A mark counts if the captions use it: `>>` at the start of one, two
 * lines with dashes in one, or several captions that start with a dash.
 */
export function splitMarks(texts: readonly string[]): MarkedPart[][] {
  const isBroadcast = texts.some((text) => /^\s*(?:>{2,3}|(?:&gt;){2,3})/.test(text))
  const dashed = texts.map((text) => splitDashes(text))
  const isDialogue =
    dashed.some((parts) => parts.length > 1) || dashed.filter(([first]) => first?.mark === 'dash').length >= DASHES_MIN
  return texts.map((text, index) => {
    const parts: readonly MarkedPart[] = isDialogue ? (dashed[index] ?? []) : [{ text, mark: undefined }]
    return isBroadcast ? parts.flatMap(splitBroadcast) : [...parts]
  })
}

function splitBroadcast({ text, mark }: MarkedPart): MarkedPart[] {
  return splitAt(text, mark, 'broadcast', findMarks(text, BROADCAST))
}

/** Parts of a caption whose first line starts with a dash. In others, a dash is punctuation. */
function splitDashes(text: string): MarkedPart[] {
  const first = DASH.exec(text.trimStart())
  if (first === null) {
    // The first line continues the person before, and a dash starts the answer.
    const from = text.lastIndexOf('\n') + 1
    const isAnswer =
      from > 1 &&
      ENDED.test(
        text
          .slice(0, from - 1)
          .trimEnd()
          .slice(-1),
      ) &&
      DASH.test(text.slice(from))
    return isAnswer ? splitAt(text, undefined, 'dash', [toMark(text, from)]) : [{ text, mark: undefined }]
  }
  return splitAt(text, undefined, 'dash', findMarks(text, INNER_DASH))
}

interface VoiceMark {
  readonly from: number
  readonly to: number
}

function toMark(text: string, from: number): VoiceMark {
  return { from, to: from + (DASH.exec(text.slice(from))?.[0].length ?? 0) }
}

/** Marks at the start of the text or of a line, or after the end of a sentence. */
function findMarks(text: string, pattern: RegExp): VoiceMark[] {
  const marks: VoiceMark[] = []
  let last = 0
  for (const { 0: mark, index } of text.matchAll(pattern)) {
    const before = text.slice(last, index)
    const plain = trimBlanks(before)
    const startsLine = plain === '' ? last === 0 : plain.endsWith('\n')
    if (startsLine || (plain.length < before.length && ENDED.test(plain.slice(-1))))
      marks.push({ from: index, to: index + mark.length })
    last = index
  }
  return marks
}

/** Text without blanks at its end. A pattern would take quadratic time for many blanks. */
function trimBlanks(text: string): string {
  let end = text.length
  while (end > 0 && /[ \t\u00a0]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

function splitAt(
  text: string,
  first: MarkedPart['mark'],
  mark: MarkedPart['mark'],
  marks: readonly VoiceMark[],
): MarkedPart[] {
  const [opening] = marks
  const head = text.slice(0, opening?.from)
  const parts: MarkedPart[] = head.trim() === '' && opening !== undefined ? [] : [{ text: head, mark: first }]
  for (const [index, { to }] of marks.entries()) parts.push({ text: text.slice(to, marks[index + 1]?.from), mark })
  return parts
}
