/**
 * The words of a text with their places. A word is a run of letters and digits, apostrophes inside it included; signs
 * that make another word of it stay with it (`C++`, `C#`). Scripts without blanks are words letter by letter, so that a
 * word of theirs is found wherever it stands.
 */
import { stemOf, wordsOf } from '../../core/terms.ts'

export interface Token {
  readonly raw: string
  /** Folded: case and accents do not matter. */
  readonly word: string
  readonly stem: string
  /** First UTF-16 unit, and the one behind the last. */
  readonly from: number
  readonly to: number
}

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+(?:['’ʼ][\p{L}\p{N}]+)*[+#]*/gv

/** The same where there is nothing but ASCII, which is quicker. */
const PLAIN = /[A-Za-z\d]+(?:'[A-Za-z\d]+)*[+#]*/g
const isPlain = (text: string) => !/[^\n\t -~]/.test(text)

type Form = Pick<Token, 'word' | 'stem'>

/** Cuts texts into tokens; a word that occurs again is folded and stemmed once. */
export function tokenizer(): (text: string) => Token[] {
  const forms = new Map<string, Form>()
  return (text) => {
    const tokens: Token[] = []
    for (const match of text.matchAll(isPlain(text) ? PLAIN : TOKEN)) {
      const [raw] = match
      let form = forms.get(raw)
      if (form === undefined) {
        form = formOf(raw)
        forms.set(raw, form)
      }
      tokens.push({ raw, ...form, from: match.index, to: match.index + raw.length })
    }
    return tokens
  }
}

function formOf(raw: string): Form {
  const [, said = raw, signs = ''] = /^(.*?)([+#]*)$/su.exec(raw) ?? []
  const word = wordsOf(said)[0] ?? said.toLowerCase()
  return { word: word + signs, stem: stemOf(word) + signs }
}
