/**
 * Tokens of a text with their offsets. A token is a sequence of letters and digits, including inner apostrophes and
 * signs that change its meaning (`C++`, `C#`). In scripts without spaces each character is a token, so that words are
 * found at every position.
 */
import { stemWord } from '../../../core/stems.ts'
import { splitWords } from '../../../core/terms.ts'

export interface Token {
  readonly raw: string
  /** Folded text, without case and accents. */
  readonly word: string
  readonly stem: string
  /** Offsets of the first UTF-16 unit and of the one after the last. */
  readonly from: number
  readonly to: number
}

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+(?:['’ʼ][\p{L}\p{N}]+)*[+#]*/gv

/** Faster pattern for ASCII texts. */
const PLAIN = /[A-Za-z\d]+(?:'[A-Za-z\d]+)*[+#]*/g
const isPlain = (text: string) => !/[^\n\t -~]/.test(text)

type TokenForm = Pick<Token, 'word' | 'stem'>

/** Creates a tokenizer that caches folded and stemmed forms of words. */
export function tokenizer(): (text: string) => Token[] {
  const forms = new Map<string, TokenForm>()
  return (text) => {
    const tokens: Token[] = []
    for (const match of text.matchAll(isPlain(text) ? PLAIN : TOKEN)) {
      const [raw] = match
      let form = forms.get(raw)
      if (form === undefined) {
        form = toTokenForm(raw)
        forms.set(raw, form)
      }
      tokens.push({ raw, ...form, from: match.index, to: match.index + raw.length })
    }
    return tokens
  }
}

function toTokenForm(raw: string): TokenForm {
  const [, said = raw, signs = ''] = /^(.*?)([+#]*)$/su.exec(raw) ?? []
  const word = splitWords(said)[0] ?? said.toLowerCase()
  return { word: word + signs, stem: stemWord(word) + signs }
}
