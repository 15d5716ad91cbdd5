/**
 * Detects speaker labels such as `Name: text`, which Zoom, SRT and plain text use. A colon also occurs in speech ("And
 * remember: never …"), so detection has two steps:
 *
 * 1. The text must look like a name: at most 64 characters and 7 words before a colon. White space or the end of the
 *    line must follow the colon (not required after `：`). It starts with a letter or digit, contains a letter, and
 *    contains no colon, none of `?!;"<>{}=` and no full stop at the end of a sentence. A label is *strong* if each word
 *    starts with a capital, a digit, a sign or a letter of a script without capitals, except particles such as "de".
 *    Otherwise it is *weak*.
 * 2. The whole text must use labels. If at least four of five units start with a possible label, all labels count.
 *    Otherwise strong labels and recurring weak ones count, but only if the text starts with a label, if a label
 *    recurs, or if half of the units have one. A label that occurs once and is a word before a remark, such as `Note:`
 *    or `And remember:`, never counts, unless there are no other labels.
 */

export interface SpeakerLabel {
  name: string
  rest: string
  strong: boolean
}

const PARTICLES = new Set(
  'de da do di du del della van von der den het ter ten la le el al bin ibn of the and und y e i dos das zu af av'.split(
    ' ',
  ),
)
const UNLIKELY = /[?!;"“”„<>{}=\t\n]/
const ENDS_SENTENCE = /\p{L}{4,}\.\s/u
const MAX_LENGTH = 64
const MAX_WORDS = 7

/**
 * Finds a voice that a speech recognizer writes before the text: `[SPEAKER_00]: ` and `[[SPEAKER_00]]` (WhisperX),
 * `(speaker 0)` (whisper.cpp), and the broadcast form `>> NAME: `.
 */
export function findVoicePrefix(text: string): { name: string; rest: string } | undefined {
  const label = /^\[{1,2}([A-Za-z]{1,20}[_ ]\d{1,4})\]{1,2}:?\s*/.exec(text)
  if (label !== null) return { name: label[1] ?? '', rest: text.slice(label[0].length).trim() }
  const number = /^\(speaker ([\d?]{1,4})\)\s*/i.exec(text)
  if (number !== null) {
    return { name: number[1] === '?' ? '' : `Speaker ${number[1]}`, rest: text.slice(number[0].length).trim() }
  }
  const broadcast = /^>>\s*(\p{Lu}[\p{Lu} .'’-]{0,40}):\s*/u.exec(text)
  return broadcast === null ? undefined : { name: broadcast[1] ?? '', rest: text.slice(broadcast[0].length).trim() }
}

/** Words before a remark rather than names, if they occur only once. */
const REMARKS = new Set(
  [
    'note notes nb n.b ps p.s important remember reminder warning caution attention question answer example tip hint',
    'summary update conclusion quote fact facts result results fyi spoiler disclaimer correction clarification action',
    'decision todo agenda topic goal problem solution reason idea point option step translation meaning',
    'background context outcome plan deadline price total status time date location link source subject title',
    'contact usage license licence author authors version requirements description overview attendees participants present',
    'absent apologies minutes decisions actions todos address phone email fax website url place room chair',
    'hinweis achtung wichtig frage antwort beispiel fazit notiz anmerkung ergebnis aufgabe',
    'remarque réponse exemple résultat conseil nota ojo importante pregunta respuesta ejemplo resumen aviso',
    'domanda risposta esempio attenzione pergunta resposta exemplo atenção',
  ].flatMap((words) => words.split(' ')),
)
/** Words with which phrases start, and which no name has in lower case. */
const PHRASES = new Set(
  [
    'and but so or because then also now well okay ok yes no one my our your his her their this that these those there',
    'is are was were i we you he she they it here what when where why how who which if as for to in on at by with not',
    'remember just like again first second third next last finally please thing question point example answer note',
    'und aber oder dann also ja nein ein eine mein unser ist sind ich wir sie was wann wo warum wie wer',
  ].flatMap((words) => words.split(' ')),
)

/** Whether a label that occurs only once is a remark, such as `Note` or `And remember`. */
export function isRemark({ name, strong }: SpeakerLabel): boolean {
  const words = name.toLowerCase().split(/\s+/)
  if (words.length === 1) return REMARKS.has(words[0] ?? '')
  return !strong && words.some((word) => PHRASES.has(word) || REMARKS.has(word))
}

/** Whether the name of a label, without its text, is a remark. */
export const isRemarkName = (name: string): boolean =>
  isRemark({ name, rest: '', strong: name.split(/\s+/).every(isNameWord) })

/** Minimum ratio of texts with a voice of a recognizer, or with a name in brackets. */
const VOICE_RATIO = 0.6
/** Maximum number of names in brackets. */
const NAMES_MAX = 30

/**
 * Voices before the texts of a file: those of `findVoicePrefix`, or names in brackets such as `[Ann Lee] ` and
 * `(ANN): `. Names in brackets must recur, because sounds such as `[Music]` are in brackets too.
 * @returns undefined if too few texts have one
 */
export function findVoices(
  texts: readonly string[],
): readonly ({ readonly name: string; readonly rest: string } | undefined)[] | undefined {
  const isUsual = (voices: readonly unknown[]) =>
    texts.length > 0 && voices.filter((voice) => voice !== undefined).length >= texts.length * VOICE_RATIO
  const voices = texts.map(findVoicePrefix)
  if (isUsual(voices)) return voices
  const named = texts.map(findBracketName)
  const names = named.flatMap((label) => (label === undefined ? [] : [label.name]))
  const distinct = new Set(names).size
  return isUsual(named) && distinct <= NAMES_MAX && (distinct < names.length || named.every((label) => label?.isColon))
    ? named
    : undefined
}

function findBracketName(text: string): { name: string; rest: string; isColon: boolean } | undefined {
  const [whole = '', square, round, colon] = /^(?:\[([^[\]]{1,64})\]|\(([^()]{1,64})\))(:?)\s*/.exec(text) ?? []
  const name = (square ?? round ?? '').trim()
  const isName = looksLikeName(name) && name.split(/\s+/).every(isNameWord) && !/^\d/.test(name)
  return isName ? { name, rest: text.slice(whole.length).trim(), isColon: colon === ':' } : undefined
}

/** @param decode converts escaped text (entities in WebVTT) to plain text. An escaped colon doesn't end a label. */
export function findLabel(text: string, decode: (text: string) => string = (same) => same): SpeakerLabel | undefined {
  // An escaped name can be longer than the decoded one, but not longer than this.
  const head = text.slice(0, MAX_LENGTH * 8)
  const match = /:(?=\s|$)|：/.exec(head)
  if (match === null || (match.index + 1 === head.length && head.length < text.length)) return undefined
  const name = decode(head.slice(0, match.index)).trim()
  if (!looksLikeName(name)) return undefined
  return { name, rest: text.slice(match.index + 1), strong: name.split(/\s+/).every(isNameWord) }
}

/** A name in Chinese, Japanese or Korean characters, which have no capitals. */
export const UNCASED_NAME =
  /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}ー・々]{1,8}(?:[ 　][\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}ー・々]{1,8})?(?:さん|様)?$/u

function looksLikeName(name: string): boolean {
  if (name.length === 0 || [...name].length > MAX_LENGTH || !/^[\p{L}\p{N}]/u.test(name) || !/\p{L}/u.test(name))
    return false
  if (/[:：]/.test(name) || UNLIKELY.test(name) || ENDS_SENTENCE.test(name)) return false
  return name.split(/\s+/).length <= MAX_WORDS
}

function isNameWord(word: string, index: number): boolean {
  return !/^\p{Ll}/u.test(word) || (index > 0 && PARTICLES.has(word))
}

/**
 * Step 2 of the detection.
 * @param candidates result of `findLabel` for each unit with text, in order
 * @returns whether a label counts
 */
export function judgeLabels(candidates: readonly (SpeakerLabel | undefined)[]): (label: SpeakerLabel) => boolean {
  const seen = new Map<string, number>()
  for (const label of candidates) if (label) seen.set(label.name, (seen.get(label.name) ?? 0) + 1)
  const found = candidates.filter((label) => label !== undefined)
  if (found.length === 0) return () => false
  const recurs = (label: SpeakerLabel) => (seen.get(label.name) ?? 0) > 1
  // A list of facts consists of such words.
  const hasNames = found.filter((label) => recurs(label) || !isRemark(label)).length > found.length / 2
  const isName = (label: SpeakerLabel) => !hasNames || recurs(label) || !isRemark(label)
  if (found.length >= candidates.length * 0.8) return isName
  const counts = (label: SpeakerLabel) => isName(label) && (label.strong || recurs(label))
  const accepted = candidates.flatMap((label) => (label !== undefined && counts(label) ? [label] : []))
  const [first] = candidates
  const speaks =
    (first !== undefined && counts(first)) ||
    accepted.some((label) => label.strong && recurs(label)) ||
    accepted.length >= candidates.length * 0.5
  return speaks ? counts : () => false
}
